// The stubs of the engine's protocol are not documented: a release of Pulumi may not contain them.
import { EngineLog, sendToEngine } from '../../../../provider/run/progress';

jest.mock('@pulumi/pulumi/proto/engine_grpc_pb.js', () => {
  throw new Error("Cannot find module '@pulumi/pulumi/proto/engine_grpc_pb.js'");
});

test('a progress message is dropped without an error if the protocol stubs are missing', async () => {
  const notes: object[] = [];
  const log = new EngineLog(sendToEngine('127.0.0.1:1'), { debug: (fields) => notes.push(fields) });
  log.status('urn', 'Waiting.');
  await log.info('urn', 'It costs 2 USD an hour.');
  await log.warn('urn', 'Look here.');
  expect(notes).toHaveLength(3);
  for (const note of notes)
    expect(note).toMatchObject({ error: expect.stringContaining('Cannot find module') as string });
});
