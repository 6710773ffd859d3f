// The gRPC server of the provider protocol.
import { nameSettingsOfProvider } from '../core/configuration';
import { warn } from '../provider/run/progress';
import { configureRun, currentRun } from '../provider/run/run';
import { ResourceCalls } from './calls';
import { nameIn } from '../core/urn';
import { accountIn, isExplicit, problemsOf, readerOf, secretsOf, textOf, withAccount } from './configuration';
import { EndOfRun } from './endOfRun';
import { asServiceError, checkFailures } from './protocol/failures';
import { invoke } from './functions';
import { Empty, ResourceProviderService, grpc, messages, plugin } from './protocol/stubs';
import { open, seal } from './protocol/values';
import { olderThanProgram } from './versions';

/** What the server serves besides the resources. */
export interface Package {
  readonly version: string;
  /** The text of schema.json. */
  readonly schema: string;
  /** Called when the engine has configured the provider. */
  readonly onConfigured: () => void;
}

/** Starts the server, and returns its port. */
export function serve(served: Package): Promise<number> {
  const server = new grpc.Server({
    'grpc.max_receive_message_length': -1,
    'grpc.max_send_message_length': -1,
  });
  server.addService(ResourceProviderService, handlersOf(served));
  return new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) => {
      if (error) reject(error);
      else resolve(port);
    });
  });
}

function handlersOf({ version, schema, onConfigured }: Package) {
  let resources: ResourceCalls | undefined;
  const configured = (): ResourceCalls => {
    if (!resources) throw new Error('The engine has not configured the provider.');
    return resources;
  };
  const calls = new CallsUnderWay();
  const { unary } = calls;

  return {
    handshake: unary(() => {
      const response = new messages.ProviderHandshakeResponse();
      response.setAcceptSecrets(true);
      return response;
    }),
    getPluginInfo: unary(() => {
      const response = new plugin.PluginInfo();
      response.setVersion(version);
      return response;
    }),
    getSchema: unary(() => {
      const response = new messages.GetSchemaResponse();
      response.setSchema(schema);
      return response;
    }),
    checkConfig: unary((request: messages.CheckRequest) => {
      const settings = open(request.getNews());
      const response = new messages.CheckResponse();
      const inputs = withAccount(settings.values, open(request.getOlds()).values);
      response.setInputs(seal(inputs, secretsOf(settings)));
      response.setFailuresList(
        checkFailures(problemsOf(settings.values, isExplicit(nameIn(request.getUrn())))),
      );
      return response;
    }),
    // It never asks for a replacement, which would replace every resource of the provider. Each resource checks its
    // account.
    diffConfig: unary((request: messages.DiffRequest) => {
      const olds = textOf(open(request.getOldInputs() ?? request.getOlds()).values);
      const response = new messages.DiffResponse();
      const { DIFF_SOME, DIFF_NONE } = messages.DiffResponse.DiffChanges;
      response.setChanges(olds === textOf(open(request.getNews()).values) ? DIFF_NONE : DIFF_SOME);
      return response;
    }),
    configure: unary(async (request: messages.ConfigureRequest) => {
      // The id of the provider is in state before anything is created, so it takes the place of the hidden owner.
      const { values } = open(request.getArgs());
      const owner = ownerFrom(request.getId() ?? '');
      nameProvider(request.getName() ?? '');
      configureRun(readerOf(values));
      onConfigured();
      const older = olderThanProgram(version, values['version']);
      if (older !== undefined) await warn(request.getUrn() ?? '', older);
      const run = currentRun();
      run.phase.pricedScope = 'the provider’s resources';
      resources = new ResourceCalls(run, owner, accountIn(values), new EndOfRun(run, owner));
      const response = new messages.ConfigureResponse();
      response.setAcceptsecrets(true);
      response.setSupportspreview(true);
      return response;
    }),
    check: unary((request: messages.CheckRequest) => configured().check(request)),
    diff: unary((request: messages.DiffRequest) => configured().diff(request)),
    create: unary((request: messages.CreateRequest) => configured().create(request)),
    read: unary((request: messages.ReadRequest) => configured().read(request)),
    update: unary((request: messages.UpdateRequest) => configured().update(request)),
    delete: unary((request: messages.DeleteRequest) => configured().delete(request)),
    invoke: unary(invoke),
    // The engine sends this at the end of every run. If calls are under way, the user has interrupted the run: then
    // waits end, and what exists goes into state with its id.
    cancel: (_call: unknown, reply: Reply<Empty>) => {
      if (calls.areUnderWay) currentRun().cancel();
      reply(null, new Empty());
    },
  };
}

/** Keeps the name of a provider for messages, unless the engine has created it from the stack's config by default. */
function nameProvider(name: string): void {
  if (isExplicit(name)) nameSettingsOfProvider(name);
}

/** The owner in pending tags: short, because a tag holds few characters. An unknown id belongs to a preview. */
const ownerFrom = (id: string): string => id.replaceAll('-', '').slice(0, 12);

type Reply<T> = (error: object | null, response: T | null) => void;

/** The calls that are not answered yet. */
class CallsUnderWay {
  private count = 0;

  get areUnderWay(): boolean {
    return this.count > 0;
  }

  /** Answers a call with what a function returns or throws. */
  readonly unary =
    <Request, Response>(answer: (request: Request) => Response | Promise<Response>) =>
    async (call: { readonly request: Request }, reply: Reply<Response>): Promise<void> => {
      this.count += 1;
      try {
        reply(null, await answer(call.request));
      } catch (error) {
        reply(asServiceError(error), null);
      } finally {
        this.count -= 1;
      }
    };
}
