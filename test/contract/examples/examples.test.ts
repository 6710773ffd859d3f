import type { PrivateNetwork } from '#contract';
import { endpoints } from '../../../emulator/src/contract/document';
import { ReplyCheck } from '../../../emulator/src/contract/replies';
import { statusOfCode } from '../../../emulator/src/model/errors';
import { useCloud } from '../support';
import { bodyExamples, endpointOf, parameterExamples, replyExample } from './contractExamples';
import { differences } from './differences';
import { Identities } from './identities';
import { shownIds, story } from './story';
import type { Reply } from '../support';
import type { BodyExample } from './contractExamples';
import type { Step } from './story';

const json = 'application/json';

/** Every body that the contract declares for a reply. */
const replies = endpoints.flatMap((endpoint) =>
  Object.keys(endpoint.operation.responses).flatMap((status) => {
    const shown = replyExample(endpoint, Number(status));
    return shown === undefined ? [] : [{ endpoint, status: Number(status), ...shown }];
  }),
);

const replyName = (operation: string, status: number): string => `${operation} ${status}`;

const stepName = ({ operation, example = '', media = json }: Omit<Step, 'pass'>): string =>
  `${operation} ${example} ${media}`;

const bodyOf = ({ operation, example, media = json }: Omit<Step, 'pass'>): BodyExample | undefined =>
  bodyExamples(endpointOf(operation)).find(
    (candidate) => candidate.name === example && candidate.media === media,
  );

/** Values of the headers that replies declare. */
const headers = {
  'content-type': json,
  'ratelimit-policy': 'project;q=500;w=60, endpoint;q=60;w=60',
  ratelimit: 'project;r=499;t=60, endpoint;r=59;t=60',
  'retry-after': '40',
  ...{ 'x-page': '1', 'x-page-size': '10', 'x-total-count': '1' },
};

describe('the examples of the contract', () => {
  const credentials = bodyOf({ operation: 'createToken', example: 'clientCredentials' })?.value as {
    client_id: string;
    client_secret: string;
  };
  const cloud = useCloud({
    balance: 1_000_000,
    clients: [
      { id: 'emulator', secret: 'emulator' },
      { id: credentials.client_id, secret: credentials.client_secret, project: 'emulator' },
    ],
  });

  test('exist for every request and every reply with a body, and for every parameter of a path', () => {
    for (const endpoint of endpoints) {
      const { operationId, requestBody } = endpoint.operation;
      const shown = new Set(bodyExamples(endpoint).map(({ media }) => media));
      expect([operationId, ...shown]).toEqual([operationId, ...Object.keys(requestBody?.content ?? {})]);
      for (const { name, example } of parameterExamples(endpoint))
        expect([operationId, name, typeof example]).toEqual([operationId, name, 'string']);
    }
    const missing = replies.filter(({ value }) => value === undefined);
    expect(missing.map(({ endpoint, status }) => replyName(endpoint.operation.operationId, status))).toEqual(
      [],
    );
  });

  test('of replies have the form that the contract declares', () => {
    const check = new ReplyCheck();
    // Most replies are declared only once for many operations.
    const distinct = new Map(replies.map((reply) => [reply.pointer, reply])).values();
    for (const { endpoint, status, media, value } of distinct)
      if (media === json) check.check(endpoint, status, headers, JSON.stringify(value));
    expect(check.violations).toEqual([]);
  });

  test('of errors have the error code of their status', () => {
    for (const { status, value } of replies.filter((reply) => reply.status >= 400)) {
      const { code } = value as { code: keyof typeof statusOfCode };
      expect([code, status === 413 ? 400 : status]).toEqual([code, statusOfCode[code]]);
    }
  });

  test('of requests are all in the list of steps', () => {
    const sent = new Set(story.map(stepName));
    const shown = endpoints.flatMap((endpoint) => {
      const operation = endpoint.operation.operationId;
      const bodies = bodyExamples(endpoint);
      if (bodies.length === 0) return [stepName({ operation })];
      return bodies.map(({ name, media }) =>
        stepName({ operation, media, ...(name !== undefined && { example: name }) }),
      );
    });
    expect(shown.filter((name) => !sent.has(name))).toEqual([]);
  });

  test('of requests are accepted, and the examples of replies have the same properties as the replies', async () => {
    const { owner, emulator } = cloud;
    emulator.control.clients.add({ id: 'receiver', secret: 'receiver', project: shownIds.receiver });
    const identities = new Identities();
    const { body: networks } = await owner.get<PrivateNetwork[]>('/v1/private-networks');
    const standard = networks.find((network) => network.is_default);
    identities.set(shownIds.defaultNetwork, String(standard?.id));
    const answered = new Set<string>();
    for (const step of story) {
      await step.before?.(cloud, (shown) => identities.applied(shown));
      const reply = await send(step, identities);
      if (reply.status >= 300) throw new Error(`${stepName(step)}: ${JSON.stringify(reply.body)}`);
      const { value, pointer = '' } = replyExample(endpointOf(step.operation), reply.status) ?? {};
      // The schema itself is too long for an example.
      if (reply.body !== undefined && step.operation !== 'getSchema') {
        answered.add(pointer);
        expect([stepName(step), ...differences(value, reply.body)]).toEqual([stepName(step)]);
        if (!Array.isArray(value)) identities.learn(value, reply.body);
      }
      cloud.pass(step.pass);
    }
    const expected = new Set(replies.filter(({ status }) => status < 300).map(({ pointer }) => pointer));
    expect([...expected].filter((pointer) => !answered.has(pointer))).toEqual([
      '/components/responses/Schema',
    ]);
  });

  const send = (step: Step, identities: Identities): Promise<Reply> => {
    const endpoint = endpointOf(step.operation);
    const query = new URLSearchParams();
    let { path } = endpoint;
    for (const { in: place, name, example } of parameterExamples(endpoint)) {
      const value = identities.applied(String(example));
      if (place === 'query') query.set(name, value);
      else path = path.replace(`{${name}}`, encodeURIComponent(value));
    }
    const example = bodyOf(step);
    const body = example && identities.applied(example.value);
    return cloud.owner.send(
      endpoint.method.toUpperCase(),
      `${path}?${query.toString()}`,
      step.media === undefined ? body : new URLSearchParams(body as Record<string, string>).toString(),
      step.media === undefined ? {} : { 'content-type': step.media },
    );
  };
});
