// The plugin of the simulated engine: the verbs of the resources, and the run of each plugin process.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { CloudComputeClient } from '../../../api';
import type { IntentLog } from '../../../core/orphans/intentLog';
import type { DynamicProvider } from '../../../provider/engine/dynamicProvider';
import { dynamicProvider } from '../../../provider/engine/dynamicProvider';
import { cluster } from '../../../provider/resources/cluster';
import { instance } from '../../../provider/resources/instance';
import { owner } from '../../../provider/resources/owner';
import { volume } from '../../../provider/volumes/volume';
import { Run } from '../../../provider/run/run';
import type { TestClock } from '../../unit/provider/polling/testClock';
import type { Entry } from './program';

export const providers: Record<Entry['kind'], DynamicProvider> = {
  Instance: dynamicProvider(instance),
  Volume: dynamicProvider(volume),
  Cluster: dynamicProvider(cluster),
  Owner: dynamicProvider(owner),
};

/** The configuration of the stack; no request is sent to this address. */
const CONFIG: Readonly<Record<string, string>> = {
  'cloudCompute:baseUrl': 'http://localhost:9',
  'cloudCompute:clientId': 'simulated',
  'cloudCompute:clientSecret': 'simulated',
  // The simulated cloud has no catalogue.
  'cloudCompute:planChecks': 'off',
};

/** The run of a provider process, whose client is connected to the simulated cloud. */
export class PluginRun extends Run {
  constructor(
    private readonly simulated: CloudComputeClient,
    override readonly intentLog: IntentLog,
    clock: TestClock,
  ) {
    super((key) => CONFIG[key], {}, clock);
  }
  override get client(): CloudComputeClient {
    return this.simulated;
  }
}

/** Gives each call the run of its own plugin, because the plugin of an earlier run may still have calls under way. */
export const plugins = new AsyncLocalStorage<Run>();

/** The run of the plugin that runs the current call. */
export function runOfPlugin(): Run {
  const run = plugins.getStore();
  if (!run) throw new Error('No plugin has been called.');
  return run;
}
