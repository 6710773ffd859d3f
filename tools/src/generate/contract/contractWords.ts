// The descriptions of the contract, in the names that programs use.
import type { Contract } from '../../contract/document';
import { camelCase } from '../../operations/entry';

/** Contains the names of all fields of the contract. */
export class ContractWords {
  private readonly fields = new Set<string>();

  constructor({ document }: Contract) {
    const collect = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inner] of Object.entries(value)) {
        if (key === 'properties') Object.keys(inner as object).forEach((name) => this.fields.add(name));
        collect(inner);
      }
    };
    collect((document as unknown as { components: { schemas: object } }).components.schemas);
  }

  /** A description in one line, in which fields have the names that programs write. */
  inPrograms(description: string): string {
    return description
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/`(\w+)`/g, (code, word: string) => (this.fields.has(word) ? `\`${camelCase(word)}\`` : code));
  }
}
