/** The key of the tag that a billed resource carries from its creation until its id is in state. */
export const PENDING = 'pulumi-pending';
/** The key of the tag that says how often a create found this resource already there and took it over. */
export const TAKEN_OVER = 'pulumi-taken-over';
