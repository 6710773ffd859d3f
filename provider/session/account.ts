// Whose account a resource is in: its state holds a hash of that, and the credentials in use may be of another account.
import type { Configuration } from '../../core/configuration';
import { accountOf } from '../../core/configuration';

/** A resource belongs to another account than the one in use, as far as can be told. */
export class OtherAccountError extends Error {
  override readonly name = 'OtherAccountError';
}

/** Says something that stays on the screen. */
interface Warns {
  warn(message: string): void;
}

const WHOSE = 'made with other credentials or at another address';

/** The account that this process works in, and what it knows of others. */
export class Account {
  /** Hashes of accounts of which the credentials in use have found a resource: the same project by another name. */
  private readonly reachable = new Set<string>();
  private hasMetOther = false;
  private hasWarned = false;
  /** The hash in the state of the stack's owner, as the program hands it over. */
  private ofOwner: string | undefined;

  /**
   * @param configuration whose address and credentials are in use.
   * @param acceptedId the client id of which the user says that it is for the same project as the former one.
   */
  constructor(
    private readonly configuration: () => Configuration,
    private readonly acceptedId: () => string | undefined,
  ) {}

  /** The hash of the account in use. */
  get hash(): string {
    return accountOf(this.configuration());
  }

  /** The hash for the new state of what had this one. */
  hashAfter(recorded: string | undefined): string {
    return recorded === undefined || this.isAccepted ? this.hash : recorded;
  }

  /** Whether state holds the hash of another account, which the user accepts for this one. */
  isToBeRenewed(recorded: string | undefined): boolean {
    return recorded !== undefined && this.isAccepted && recorded !== this.hash;
  }

  /**
   * Whether a resource was made in another account; the first call of a process that is told so says it to the user.
   *
   * @param recorded the hash in its state. One of before there were hashes has that of its owner.
   */
  isOther(call: Warns, recorded = this.ofOwner): boolean {
    if (recorded === undefined || this.isAccepted || recorded === this.hash) return false;
    this.hasMetOther = true;
    if (!this.hasWarned) {
      this.hasWarned = true;
      call.warn(
        `This stack was ${WHOSE}. What the credentials in use find is read, updated and deleted as ever; what they do ` +
          `not find is an error, and nothing is created: ${this.remedy}`,
      );
    }
    return true;
  }

  /** The hash in the owner's state, where the program knows it. */
  meetOwner(call: Warns, recorded: string | undefined): void {
    this.ofOwner = recorded ?? this.ofOwner;
    this.isOther(call);
  }

  /** Why nothing may be created; undefined when it may. */
  whyNothingIsCreated(): string | undefined {
    return this.hasMetOther
      ? `Nothing is created, because this stack was ${WHOSE}: ${this.remedy}`
      : undefined;
  }

  /** @throws OtherAccountError when nothing may be created. */
  mayCreate(): void {
    const reason = this.whyNothingIsCreated();
    if (reason !== undefined) throw new OtherAccountError(reason);
  }

  notReplaced(noun: string, id: string): OtherAccountError {
    return new OtherAccountError(
      `The ${noun} ${id} would have to be replaced. It was ${WHOSE}: ${this.remedy}`,
    );
  }

  notFound(noun: string, id: string): OtherAccountError {
    return new OtherAccountError(`The ${noun} ${id} is not found. It was ${WHOSE}: ${this.remedy}`);
  }

  /** Remembers that something of that account was found. */
  reach(recorded = this.ofOwner): void {
    if (recorded !== undefined) this.reachable.add(recorded);
  }

  /** Whether something of that account was found. */
  hasReached(recorded = this.ofOwner): boolean {
    return recorded !== undefined && this.reachable.has(recorded);
  }

  private get isAccepted(): boolean {
    return this.acceptedId() === this.configuration().clientId;
  }

  private get remedy(): string {
    const slip =
      this.acceptedId() === undefined ? '' : ' The client id that is accepted now is not the one in use.';
    return (
      'set the former credentials and address again. If those in use are of the same project, run `pulumi up` once ' +
      `with CLOUD_COMPUTE_ACCEPT_ACCOUNT=<their client id>, or cloudCompute:acceptAccount in the config.${slip}`
    );
  }
}
