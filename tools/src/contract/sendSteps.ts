// Sends every example of the contract to an emulator that has the control API.
import type { Contract } from './document';
import { Identities } from './identities';
import type { BodyExample } from './examples';
import { bodyExamples, parameterExamples, replyExample } from './examples';
import type { Step } from './steps';
import { shownIds, stepsOf } from './steps';
import type { Answer, Visitor } from './visitor';

/** A step, the reply to it, and the reply that the contract shows; undefined if that has no body. */
export interface Sent {
  step: Step;
  reply: Answer;
  shown: { pointer: string; value: unknown } | undefined;
}

const JSON_MEDIA = 'application/json';
const PROJECT = 'emulator';

/** The example of the contract that a step sends; undefined if its request has no body. */
const bodyOf = (
  contract: Contract,
  { operation, example, media = JSON_MEDIA }: Omit<Step, 'pass'>,
): BodyExample | undefined =>
  bodyExamples(contract, contract.operation(operation)).find(
    (candidate) => candidate.name === example && candidate.media === media,
  );

/** Sends the steps one after the other, with the ids of the emulator in place of those of the examples. */
export async function* sendSteps(visitor: Visitor): AsyncGenerator<Sent> {
  const { contract } = visitor;
  const identities = new Identities();
  await prepare(visitor, identities);
  for (const step of stepsOf(contract)) {
    const operation = contract.operation(step.operation);
    const parameters = parameterExamples(contract, operation);
    const inPlace = (place: string) =>
      Object.fromEntries(
        parameters.flatMap(({ in: where, name, example }) =>
          where === place ? [[name, identities.applied(String(example))]] : [],
        ),
      );
    const body = identities.applied(step.body ?? bodyOf(contract, step)?.value);
    const reply = await visitor.call(step.operation, {
      path: inPlace('path'),
      query: inPlace('query'),
      body,
      ...(step.media !== undefined && { media: step.media }),
    });
    const shown = replyExample(contract, operation, reply.status);
    if (step.operation === 'createToken') authorize(visitor, reply);
    if (!Array.isArray(shown?.value)) identities.learn(shown?.value, reply.body);
    yield { step, reply, shown };
    await visitor.control('PUT', 'clock', { advanceSeconds: step.pass });
  }
}

/** Sends all steps. Returns how many the emulator accepted. */
export async function acceptedSteps(visitor: Visitor): Promise<number> {
  let accepted = 0;
  for await (const { reply } of sendSteps(visitor)) accepted += Number(reply.status < 300);
  return accepted;
}

/** Adds the clients and the money that the examples need, and finds the network that exists from the start. */
async function prepare(visitor: Visitor, identities: Identities): Promise<void> {
  const example = bodyOf(visitor.contract, { operation: 'createToken', example: 'clientCredentials' });
  const { client_id: id, client_secret: secret } = example?.value as {
    client_id: string;
    client_secret: string;
  };
  await visitor.control('POST', 'clients', { id, secret, project: PROJECT });
  await visitor.control('POST', 'clients', {
    id: 'receiver',
    secret: 'receiver',
    project: shownIds.receiver,
  });
  await visitor.control('PUT', 'balance', { project: PROJECT, amount: 1_000_000 });
  authorize(visitor, await visitor.call('createToken', { body: example?.value }));
  const { body: networks } = await visitor.call('listPrivateNetworks');
  const standard = (networks as { id: string; is_default: boolean }[]).find(({ is_default }) => is_default);
  identities.set(shownIds.defaultNetwork, String(standard?.id));
}

/** Uses the token of a reply from now on. */
const authorize = (visitor: Visitor, { body }: Answer): void => {
  visitor.authorize((body as { access_token: string }).access_token);
};
