// What the program and the provider have to agree on about things that are billed and not yet safely in state.

/** The key of the tag that a billed resource carries from its creation until its id is in state. */
export const PENDING = 'pulumi-pending';

/** The key of the tag that says how often a create found this resource already there and took it over. */
export const TAKEN_OVER = 'pulumi-taken-over';

/**
 * The output that says when a create of the provider returned, in ms of this machine's clock. The program knows
 * by it what this very run created. It is gone with the next update.
 */
export const CREATED_AT = '__createdAt';

/** How many tags one resource carries at most (Limits). */
export const MOST_TAGS = 10;
