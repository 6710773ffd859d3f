// The account of a resource: state holds its hash, and the credentials in use may belong to another account.
import type { Configuration } from '../../core/configuration';
import { SAME_PROJECT, accountOf, shownSetting, storedSettings } from '../../core/configuration';

/** A resource belongs to another account than the credentials in use, as far as the provider can see. */
export class OtherAccountError extends Error {
  override readonly name = 'OtherAccountError';
}

/** Shows a warning that stays on the screen. */
interface Warns {
  warn(message: string): void;
}

const ORIGIN = 'created with other credentials or at another address';

/** The account of the credentials in use, and the hashes of other accounts. */
export class Account {
  /** Hashes of other accounts whose resources the credentials in use can reach: the same project, another name. */
  private readonly reachable = new Set<string>();
  private hasOtherAccount = false;
  private hasWarned = false;
  private foundHash: string | undefined;
  /** The hash in the state of the stack's owner, as the program passes it on. */
  private ofOwner: string | undefined;

  /**
   * @param configuration the address and credentials in use.
   * @param acceptedId a client id that, as the user confirms, belongs to the same project as the former client id, and
   * takes its place in state.
   * @param furtherId a client id that, as the user confirms, belongs to the same project; state keeps the former one.
   */
  constructor(
    private readonly configuration: () => Configuration,
    private readonly acceptedId: () => string | undefined,
    private readonly furtherId: () => string | undefined,
  ) {}

  /** The hash of the account in use. */
  get hash(): string {
    this.foundHash ??= accountOf(this.configuration());
    return this.foundHash;
  }

  /** The hash that the new state holds if the old state held this one; undefined for a new resource. */
  hashAfter(recorded: string | undefined): string {
    if (this.isAccepted) return this.hash;
    return recorded ?? (this.isFurther ? this.ofOwner : undefined) ?? this.hash;
  }

  /** Whether state holds the hash of another account that the user accepts for the account in use. */
  isToBeRenewed(recorded: string | undefined): boolean {
    return recorded !== undefined && this.isAccepted && recorded !== this.hash;
  }

  /**
   * Whether a resource was created in another account.
   *
   * @param recorded the hash in its state. Default: that of the stack's owner.
   */
  isOther(recorded = this.ofOwner): boolean {
    return !(recorded === undefined || this.isAccepted || this.isFurther || recorded === this.hash);
  }

  /** Records the account of a resource. The first one that was created in another account warns the user. */
  record(call: Warns, recorded = this.ofOwner): void {
    if (!this.isOther(recorded)) return;
    this.hasOtherAccount = true;
    if (this.hasWarned) return;
    this.hasWarned = true;
    call.warn(
      `This stack was ${ORIGIN}. Resources that the current credentials can reach are read, updated and deleted as ` +
        `usual. A resource that they cannot reach is an error, and nothing is created: ${this.remedy}`,
    );
  }

  /** Records the hash in the owner's state, if the program passes it on. */
  recordOwner(call: Warns, recorded: string | undefined): void {
    this.ofOwner = recorded ?? this.ofOwner;
    this.record(call);
  }

  /** Why nothing may be created; undefined if it may. */
  whyNothingIsCreated(): string | undefined {
    return this.hasOtherAccount
      ? `Nothing is created, because this stack was ${ORIGIN}: ${this.remedy}`
      : undefined;
  }

  /** @throws OtherAccountError if nothing may be created. */
  mayCreate(): void {
    const reason = this.whyNothingIsCreated();
    if (reason !== undefined) throw new OtherAccountError(reason);
  }

  notReplaced(noun: string, id: string): OtherAccountError {
    return new OtherAccountError(
      `The ${noun} ${id} would be replaced, which is refused. It was ${ORIGIN}: ${this.remedy}`,
    );
  }

  notFound(noun: string, id: string): OtherAccountError {
    return new OtherAccountError(`The ${noun} ${id} is not found. It was ${ORIGIN}: ${this.remedy}`);
  }

  /** Records that a resource of that account was found. */
  recordReachable(recorded = this.ofOwner): void {
    if (recorded !== undefined) this.reachable.add(recorded);
  }

  /** Whether a resource of that account was found. */
  isReachable(recorded = this.ofOwner): boolean {
    return recorded !== undefined && this.reachable.has(recorded);
  }

  private get isAccepted(): boolean {
    return this.acceptedId() === this.configuration().clientId;
  }

  private get isFurther(): boolean {
    return this.furtherId() === this.configuration().clientId;
  }

  private get remedy(): string {
    const mismatch =
      this.acceptedId() === undefined ? '' : ' The accepted client id is not the current client id.';
    return (
      `set the former credentials and address again. ${storedSettings()} If the current credentials belong to the same project, run ` +
      `\`pulumi up\` once with CLOUD_COMPUTE_ACCEPT_ACCOUNT=<current client id>, or with the setting ${shownSetting('acceptAccount')}. ` +
      `If you use both credentials, set ${SAME_PROJECT}=<current client id> in the environment.` +
      mismatch
    );
  }
}
