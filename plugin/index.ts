// The native provider plugin: the engine starts it, and reads the port of its server from the first line of its output.
import { version } from '../package.json';
import schema from '../schema.json';
import { nameSettingsIn } from '../core/configuration';
import { watchEngine } from '../provider/run/engineConnection';
import { useProtocol } from '../provider/run/progress';
import { EngineClient, engine, grpc } from './protocol/stubs';
import { serve } from './server';

if (process.argv[2] === '--version') process.stdout.write(`${version}\n`);
else start();

function start(): void {
  nameSettingsIn('cloud-compute');
  useProtocol({ grpc, EngineClient, LogRequest: engine.LogRequest, LogSeverity: engine.LogSeverity });
  // Until it is configured, the plugin exits when the engine is gone. A configured provider watches the engine itself,
  // because it has work to finish.
  const stopWatching = watchEngine(() => process.exit());
  void serve({ version, schema: JSON.stringify(schema), onConfigured: stopWatching }).then((port) => {
    process.stdout.write(`${String(port)}\n`);
  });
}
