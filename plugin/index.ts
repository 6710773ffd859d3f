// The native provider plugin: the engine starts it, and reads the port of its server from the first line of its output.
import { version } from '../package.json';
import schema from '../schema.json';
import { sendLinesThrough } from '../provider/session/progress';
import { lineSender } from './engineLog';
import { serve } from './server';

sendLinesThrough(lineSender);
void serve({ version, schema: JSON.stringify(schema) }).then((port) => {
  process.stdout.write(`${String(port)}\n`);
});
