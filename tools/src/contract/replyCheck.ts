import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { Contract, Operation } from './document';

/** A reply as it was received. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
}

/** Compares replies with the contract, without using code of the emulator. */
export class ReplyCheck {
  private readonly ajv = new Ajv2020({ strict: false });

  constructor(private readonly contract: Contract) {
    addFormats(this.ajv);
    this.ajv.addSchema(contract.document, 'contract');
  }

  /** The problem of a reply to a valid request; undefined if there is none. */
  complaint(operation: Operation, { status, headers, text }: Reply): string | undefined {
    if (status >= 400) return `a valid request was refused: ${text}`;
    const declared = this.contract.response(operation, status);
    if (declared === undefined) return 'the status is not declared';
    const { pointer, response } = declared;
    const missing = Object.keys(response.headers ?? {}).find((name) => !headers.has(name));
    if (missing !== undefined) return `the header ${missing} is missing`;
    const [media] = Object.keys(response.content ?? {});
    if (media === undefined) return text === '' ? undefined : 'there is a body where none is declared';
    if (text === '') return response['x-body-optional'] === true ? undefined : 'the body is missing';
    const type = headers.get('content-type') ?? '';
    if (!type.startsWith(media)) return `the body is ${type}, not ${media}`;
    if (media !== 'application/json') return undefined;
    const check = this.ajv.compile({ $ref: `contract#${pointer}/content/application~1json/schema` });
    return check(JSON.parse(text)) ? undefined : `the body is wrong: ${this.ajv.errorsText(check.errors)}`;
  }
}
