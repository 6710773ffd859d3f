// Whether something still exists and is billed, by its status in the API.
import { NotFoundError } from '../api/errors';

interface WithStatus {
  readonly status: string;
}

/** A deleted volume is in the trash. */
const GONE: readonly string[] = ['discontinued', 'notfound', 'deleted', 'canceled'];
/** These still exist, but cost nothing. */
const UNBILLED: readonly string[] = ['no_capacity', 'exported'];
const MOVING: readonly string[] = ['attaching', 'detaching'];
const COPYING: readonly string[] = ['cloning', 'canceling'];
const GOING: readonly string[] = ['deleting', 'canceling', ...GONE];

/** Whether an instance, a cluster or a volume no longer exists. */
export const isGone = ({ status }: WithStatus): boolean => GONE.includes(status);

/** Whether it no longer exists, or is being removed. */
export const isGoing = ({ status }: WithStatus): boolean => GOING.includes(status);

/** Whether a volume is being attached or detached. */
export const isBeingMoved = ({ status }: WithStatus): boolean => MOVING.includes(status);

/** Whether a volume is a copy that is being made, or that is being cancelled. */
export const isBeingCopied = ({ status }: WithStatus): boolean => COPYING.includes(status);

/** Whether an instance, a cluster or a volume costs money: also while it is offline, detached or being deleted. */
export const isBilled = (object: WithStatus): boolean => !isGone(object) && !UNBILLED.includes(object.status);

/** The statuses of a machine that has never been usable and never will be. */
export const FAILED_DEPLOYMENT = ['no_capacity', 'installation_failed'] as const;

/** Whether it is a machine that has never been usable and never will be. */
export const isFailedDeployment = ({ status }: WithStatus): boolean =>
  FAILED_DEPLOYMENT.some((one) => one === status);

/** The answer to a request; undefined if its object is gone. */
export async function unlessGone<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return undefined;
  }
}
