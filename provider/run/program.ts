/** A value that only one resource of the program may use. */
export interface Use {
  /** The kind of value: equal values of different kinds do not conflict. */
  readonly what: string;
  readonly path: string;
  readonly value: string;
}

/** What the newest check of a resource has shown. */
export interface ProgramResource {
  /** The class of the resource, as in URNs. */
  readonly type: string;
  /** The inputs, with defaults; invalid ones are unknown. */
  readonly inputs: object;
  /** The inputs in state. The check of a replacement gets none: those of the check before it stay. */
  readonly olds: object | undefined;
  /** Whether it will be created: it is new, or replaced. */
  readonly isNew: boolean;
  readonly uses: readonly Use[];
}

/**
 * The resources of the program, by URN. Written by the check verb, and by creates that have succeeded; read by checks,
 * diffs, creates, deletes, the bill.
 */
export class Program {
  private readonly resources = new Map<string, ProgramResource>();
  private readonly created = new Set<string>();

  declare(urn: string, resource: Omit<ProgramResource, 'isNew'>): void {
    const { olds } = resource;
    this.resources.set(urn, {
      ...resource,
      olds: olds ?? this.oldInputs(urn),
      isNew: olds === undefined,
    });
  }

  has(urn: string): boolean {
    return this.resources.has(urn);
  }

  /** Whether a program runs: `pulumi destroy` and `pulumi refresh` run none. */
  get runs(): boolean {
    return this.resources.size > 0;
  }

  /** Whether the stack was in state before this run. */
  get existedBefore(): boolean {
    return [...this.resources.values()].some(({ olds }) => olds !== undefined);
  }

  /** The inputs that the program declares. */
  inputsOf(urn: string): object | undefined {
    return this.resources.get(urn)?.inputs;
  }

  oldInputs(urn: string): object | undefined {
    return this.resources.get(urn)?.olds;
  }

  recordCreated(urn: string): void {
    this.created.add(urn);
  }

  /** The URNs of the resources that were checked and are still to be created. */
  notCreated(): string[] {
    return [...this.resources].flatMap(([urn, { isNew }]) => (isNew && !this.created.has(urn) ? [urn] : []));
  }

  /** The resources of a class, in the order of their checks. */
  ofType(type: string): [urn: string, resource: ProgramResource][] {
    return [...this.resources].filter(([, resource]) => resource.type === type);
  }

  /** Whether a new or replaced resource adopts the object of this id. */
  adopts(id: string): boolean {
    return this.users(({ path, value }) => path === 'adoptId' && value === id).length > 0;
  }

  /** Whether any resource uses the value. */
  isUsed(what: string, value: string): boolean {
    return this.users((use) => use.what === what && use.value === value).length > 0;
  }

  /** Whether a resource other than this one uses the value. */
  hasOtherUser(urn: string, what: string, value: string): boolean {
    return this.users((use) => use.what === what && use.value === value).some((user) => user.urn !== urn);
  }

  /** The resource that was checked before this one, and its input, that uses the same value. */
  earlierUser(urn: string, what: string, value: string): { urn: string; path: string } | undefined {
    const [first] = this.users((use) => use.what === what && use.value === value);
    return first?.urn === urn ? undefined : first;
  }

  private users(isMeant: (use: Use) => boolean): { urn: string; path: string }[] {
    return [...this.resources].flatMap(([urn, { uses }]) =>
      uses.filter(isMeant).map(({ path }) => ({ urn, path })),
    );
  }
}
