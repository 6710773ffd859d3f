// The checks that need the cloud: its address, the credentials, its clock and its limits.
import { CloudComputeClient } from '../../api/client';
import { AuthenticationError, CloudComputeError, ForbiddenError, UnauthorizedError } from '../../api/errors';
import type { Configuration } from '../../core/configuration';
import { clientOptionsOf } from '../../core/configuration';
import type { Finding } from './finding';
import { ok, skipped, warning, wrong } from './finding';
import { orError } from './orError';

/** Answers come within seconds; a command that waits for minutes explains nothing. */
const TIME_LIMITS = { timeoutMs: 10_000, retries: 1 };
const SKEW_MS = 60_000;
/** If less than this part of a limit is left, other programs use it too. */
const FEW = 0.2;

const WITH_CREDENTIALS = ['project', 'balance', 'rate limits'];

/** Each finding as soon as it is known. */
export async function* cloudFindings(configuration: Configuration): AsyncGenerator<Finding, void, undefined> {
  let client: CloudComputeClient | undefined;
  try {
    client = new CloudComputeClient({ ...clientOptionsOf(configuration), ...TIME_LIMITS });
    yield* findingsOf(client);
  } catch (error) {
    // The address cannot be used at all.
    if (!(error instanceof CloudComputeError)) throw error;
    yield* unreachable(error);
  } finally {
    client?.close();
  }
}

async function* findingsOf(client: CloudComputeClient): AsyncGenerator<Finding, void, undefined> {
  const address = await orError(client.catalogue.instanceTypes(), CloudComputeError);
  if (address instanceof CloudComputeError) {
    yield* unreachable(address);
    return;
  }
  yield ok('address', `answers, with ${address.length} instance types`);
  yield clockFinding(client.cloudTime() - Date.now());
  const balance = await orError(client.account.balance(), CloudComputeError);
  if (balance instanceof CloudComputeError) {
    const isRefused = balance instanceof AuthenticationError || balance instanceof UnauthorizedError;
    yield wrong('credentials', isRefused ? 'not accepted' : 'could not be tried', balance.message);
    yield* WITH_CREDENTIALS.map((check) => skipped(check, 'needs credentials that the cloud accepts'));
    return;
  }
  yield ok('credentials', 'accepted');
  yield await projectOf(client);
  const amount = `${balance.amount.toFixed(2)} ${balance.currency.toUpperCase()}`;
  yield balance.amount > 0
    ? ok('balance', amount)
    : wrong('balance', amount, 'Top up the balance in the console of the cloud: nothing new can be created.');
  yield limitsFinding(client.announcedLimits());
}

function* unreachable({ message }: CloudComputeError): Generator<Finding, void, undefined> {
  yield wrong('address', 'no usable answer', message);
  yield* ['clock', 'credentials', ...WITH_CREDENTIALS].map((check) =>
    skipped(check, 'the cloud cannot be reached'),
  );
}

/** Only the audit log names the project, and only owners and admins may read it. */
async function projectOf(client: CloudComputeClient): Promise<Finding> {
  const log = await orError(client.audit.list({ pageSize: 1 }), CloudComputeError);
  if (log instanceof ForbiddenError)
    return ok('project', 'not shown: these credentials may not read the audit log, which names it');
  if (log instanceof CloudComputeError) return warning('project', 'not known', log.message);
  const id = /\/project\/([^/]+)$/.exec(log.data[0]?.source ?? '')?.[1];
  return ok('project', id ?? 'not shown: its audit log is empty');
}

/** @param skewMs how far the cloud's clock is ahead; it has whole seconds. */
function clockFinding(skewMs: number): Finding {
  const seconds = Math.round(Math.abs(skewMs) / 1_000);
  const skew = `${seconds} s ${skewMs < 0 ? 'ahead of' : 'behind'} the cloud`;
  if (Math.abs(skewMs) < SKEW_MS) return ok('clock', seconds <= 2 ? 'agrees with the cloud' : skew);
  const advice =
    'Let this machine set its clock from the network, for example with `timedatectl set-ntp true`. The clock of an emulator may differ on purpose.';
  return warning('clock', skew, advice);
}

/** The values of one limit in an answer. */
type Limits = ReturnType<CloudComputeClient['announcedLimits']>;

function limitsFinding(limits: Limits): Finding {
  const known = [...limits].flatMap(([name, { quota, remaining, resetMs = 0 }]) =>
    quota === undefined || remaining === undefined ? [] : [{ name, quota, remaining, resetMs }],
  );
  const check = 'rate limits';
  if (known.length === 0)
    return ok(check, 'the cloud announces none, so the package assumes those of the documentation');
  const value = known
    .map(
      ({ name, quota, remaining, resetMs }) =>
        `${name} ${remaining} of ${quota} left for ${resetMs / 1_000} s`,
    )
    .join('; ');
  const isNearlyUsedUp = known.some(({ quota, remaining }) => remaining < quota * FEW);
  const advice =
    'Other programs use the quota of the project; runs wait for it. Stop them, or run fewer stacks at the same time.';
  return isNearlyUsedUp ? warning(check, value, advice) : ok(check, value);
}
