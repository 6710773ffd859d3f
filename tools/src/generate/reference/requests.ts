// The requests of a resource or data source, and the errors with which the cloud may answer them.
import type { Contract, Operation } from '../../contract/document';
import { placesOf } from '../../operations/completeness';
import type { Table } from '../../operations/completeness';
import type { Part } from './page';

/** An error answer, as `503: \`service_unavailable\`: …`. */
type Failure = string;

export class Requests {
  /** The errors with which any authenticated request may be answered. */
  readonly common: readonly Failure[];

  constructor(
    private readonly contract: Contract,
    private readonly table: Table,
  ) {
    this.common = this.commonFailures();
  }

  /** The operations that a resource uses, by the table of operations. */
  of(resource: string): Operation[] {
    return this.contract.operations.filter(({ id }) =>
      placesOf(this.table.operations[id]?.by ?? '').some(
        (place) => place === resource || place.startsWith(`${resource}.`),
      ),
    );
  }

  /** The parts of a page about these operations. */
  parts(operations: readonly Operation[], before: string): Part[] {
    const failures = oneForEachStatus(
      [...new Set(operations.flatMap((operation) => this.failuresOf(operation)))]
        .filter((failure) => !this.common.includes(failure))
        .sort(),
    );
    const general = `[those of every request](../README.md#errors-of-every-request)`;
    const answers =
      failures.length === 0
        ? `The cloud answers with ${general}.`
        : `The cloud answers with ${general}, and with these:\n\n${bullets(failures)}`;
    const lines = operations.map(
      (operation) => `\`${operation.method} ${operation.path}\`: ${this.described(operation).summary}.`,
    );
    const sections = [...new Set(operations.flatMap((operation) => this.described(operation).tags))];
    const section = `Sections of the API's specification: ${sections.join(', ')}. [All operations](../../operations.md) lists the fields of each request.`;
    return [
      { title: 'Errors', text: [before, answers].filter(Boolean).join(' ') },
      ...(operations.length === 0 ? [] : [{ title: 'Requests', text: `${bullets(lines)}\n\n${section}` }]),
    ];
  }

  private failuresOf(operation: Operation): Failure[] {
    return Object.keys(this.described(operation).responses)
      .filter((status) => Number(status) >= 400)
      .map((status) => {
        const response = this.contract.response(operation, Number(status))?.response as
          { readonly description?: string } | undefined;
        return `**${status}** ${response?.description ?? ''}`;
      });
  }

  /** The errors that nearly all operations declare. A deploy describes some of them in other words. */
  private commonFailures(): Failure[] {
    const closed = this.contract.operations.filter(({ isOpen }) => !isOpen);
    const all = closed.flatMap((operation) => this.failuresOf(operation));
    return [...new Set(all)]
      .filter((failure) => all.filter((one) => one === failure).length > closed.length * 0.9)
      .sort();
  }

  private described({ path, method }: Operation): Described {
    return this.contract.document.paths[path]?.[method.toLowerCase()] as Described;
  }
}

interface Described {
  readonly summary: string;
  readonly tags: readonly string[];
  readonly responses: Readonly<Record<string, unknown>>;
}

/** Joins the sentences of several operations about one status. */
function oneForEachStatus(failures: readonly Failure[]): Failure[] {
  const found = new Map<string, string[]>();
  for (const failure of failures) {
    const [, status = failure, text = ''] = /^(\*\*\d+\*\* `\w+`): (.*)\.$/.exec(failure) ?? [];
    found.set(status, [...(found.get(status) ?? []), text]);
  }
  return [...found].map(([status, texts]) => {
    const isPartOfAnother = (one: string) => texts.some((other) => other !== one && other.includes(one));
    const text = texts.filter((one) => one !== '' && !isPartOfAnother(one)).join('; or ');
    return text === '' ? status : `${status}: ${text}.`;
  });
}

const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');
