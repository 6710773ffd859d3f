import { endpoints } from '../../../emulator/src/contract/document';
import { ReplyCheck } from '../../../emulator/src/contract/replies';
import { statusOfCode } from '../../../emulator/src/model/errors';
import { Contract } from '../../../tools/src/contract/document';
import { bodyExamples, parameterExamples, replyExample } from '../../../tools/src/contract/examples';
import { sendSteps } from '../../../tools/src/contract/sendSteps';
import { ReplyCheck as ContractReplyCheck } from '../../../tools/src/contract/replyCheck';
import { stepsOf } from '../../../tools/src/contract/steps';
import type { Step } from '../../../tools/src/contract/steps';
import { Visitor } from '../../../tools/src/contract/visitor';
import { useCloud } from '../support/caller';
import { differences } from './differences';

const json = 'application/json';
const contract = Contract.read();
const { operations } = contract;

/** Every body that the contract declares for a reply. */
const replies = operations.flatMap((operation) =>
  Object.keys(contract.at(`${operation.pointer}/responses`) as object).flatMap((status) => {
    const shown = replyExample(contract, operation, Number(status));
    return shown === undefined ? [] : [{ operation, status: Number(status), ...shown }];
  }),
);

const stepName = ({ operation, example = '', media = json }: Omit<Step, 'pass'>): string =>
  `${operation} ${example} ${media}`;

/** Values of the headers that replies declare. */
const headers = {
  'content-type': json,
  'ratelimit-policy': 'project;q=500;w=60, endpoint;q=60;w=60',
  ratelimit: 'project;r=499;t=60, endpoint;r=59;t=60',
  'retry-after': '40',
  ...{ 'x-page': '1', 'x-page-size': '10', 'x-total-count': '1' },
};

describe('the examples of the contract', () => {
  const cloud = useCloud({ control: true });

  test('exist for every request and every reply with a body, and for every parameter of a path', () => {
    for (const operation of operations) {
      const shown = new Set(bodyExamples(contract, operation).map(({ media }) => media));
      const content = contract.at(`${operation.pointer}/requestBody/content`) ?? {};
      expect([operation.id, ...shown]).toEqual([operation.id, ...Object.keys(content)]);
      for (const { name, example } of parameterExamples(contract, operation))
        expect([operation.id, name, typeof example]).toEqual([operation.id, name, 'string']);
    }
    const missing = replies.filter(({ value }) => value === undefined);
    expect(missing.map(({ operation, status }) => `${operation.id} ${status}`)).toEqual([]);
  });

  test('examples of replies have the form that the contract declares', () => {
    const check = new ReplyCheck();
    // Most replies are declared only once for many operations.
    const distinct = new Map(replies.map((reply) => [reply.pointer, reply])).values();
    for (const { operation, status, media, value } of distinct) {
      const endpoint = endpoints.find(({ operation: { operationId } }) => operationId === operation.id);
      if (endpoint === undefined) throw new Error(`The emulator does not know ${operation.id}.`);
      if (media === json) check.check(endpoint, status, headers, JSON.stringify(value));
    }
    expect(check.violations).toEqual([]);
  });

  test('examples of errors have the error code of their status', () => {
    for (const { status, value } of replies.filter((reply) => reply.status >= 400)) {
      const { code } = value as { code: keyof typeof statusOfCode };
      expect([code, status === 413 ? 400 : status]).toEqual([code, statusOfCode[code]]);
    }
  });

  test('examples of requests are all in the list of steps', () => {
    const sent = new Set(stepsOf(contract).map(stepName));
    const shown = operations.flatMap((operation) => {
      const bodies = bodyExamples(contract, operation);
      if (bodies.length === 0) return [stepName({ operation: operation.id })];
      return bodies.map(({ name, media }) =>
        stepName({ operation: operation.id, media, ...(name !== undefined && { example: name }) }),
      );
    });
    expect(shown.filter((name) => !sent.has(name))).toEqual([]);
  });

  test('examples of requests are accepted, and examples of replies have the same properties as the replies', async () => {
    const visitor = new Visitor(cloud.emulator.url, contract, new ContractReplyCheck(contract));
    const answered = new Set<string>();
    for await (const { step, reply, shown } of sendSteps(visitor)) {
      if (reply.status >= 300) throw new Error(`${stepName(step)}: ${JSON.stringify(reply.body)}`);
      // The schema itself is too long for an example.
      if (reply.body === undefined || step.operation === 'getSchema') continue;
      answered.add(shown?.pointer ?? '');
      expect([stepName(step), ...differences(shown?.value, reply.body)]).toEqual([stepName(step)]);
    }
    const expected = new Set(replies.filter(({ status }) => status < 300).map(({ pointer }) => pointer));
    expect([...expected].filter((pointer) => !answered.has(pointer))).toEqual([
      '/components/responses/Schema',
    ]);
  });
});
