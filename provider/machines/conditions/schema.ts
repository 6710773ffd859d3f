// What a machine must answer before a create returns: the input `waitFor` of instances and clusters.
import type { Input, InputsOf, OutputsOf, Type } from '../../schema/types';
import { boolean, inputObject, integer, list, oneOf, text } from '../../schema/types';

type ValueOf<T> = T extends Type<infer V> ? V : never;

/** A change of a condition is a change of `waitFor`, which the machine takes in place. */
const changed = { onChange: 'in place', api: { none: 'The provider waits.' } } as const;

const port = (doc: string) => ({ type: integer(1, 65_535), doc, ...changed });

const http = inputObject('HttpCondition', 'A page that must answer.', {
  port: { ...port('The port.'), required: true, example: '8000' },
  path: {
    type: text({ pattern: /^\/\S*$/, says: 'must begin with a slash' }),
    doc: 'The path. Default: `/`.',
    ...changed,
  },
  scheme: {
    type: oneOf('ConditionScheme', ['http', 'https']),
    doc: '`http` or `https`. Default: `http`.',
    ...changed,
  },
  status: {
    type: integer(100, 599),
    doc: 'The status that it answers. Default: any from 200 to 299.',
    ...changed,
  },
  verify: {
    type: boolean,
    doc: 'Whether the certificate of `https` must be valid. Default: `true`.',
    ...changed,
  },
});

const ssh = inputObject('SshCondition', 'A login by SSH, and a command that must succeed.', {
  user: { type: text(), doc: 'The user. Default: `root`.', ...changed },
  port: port('The port. Default: 22.'),
  privateKey: {
    type: text({ max: 65_536 }),
    doc: 'The text of the private key, a secret. Without it and `privateKeyFile`, the keys of the SSH agent are used.',
    hiddenInMessages: true,
    secret: true,
    ...changed,
  },
  privateKeyFile: {
    type: text(),
    doc: 'The path of a private key on the computer that runs the program. State holds only the path.',
    ...changed,
  },
  command: {
    type: text({ max: 65_536 }),
    doc:
      'The command that must exit with 0. Another exit code fails at once. Default: a command that waits until the startup script ' +
      'has ended.',
    ...changed,
  },
  hostKey: {
    type: text({
      pattern: /^[a-z0-9@.-]+ [A-Za-z0-9+/]+=*( .*)?$/,
      says: 'must be a public key, e.g. "ssh-ed25519 AAAA…"',
    }),
    doc: 'The public host key of the machine. Default: the key that the machine shows at the first connection.',
    ...changed,
  },
});

export const waitCondition = inputObject(
  'WaitCondition',
  'A condition that must hold before `up` returns: exactly one of `port`, `http` and `ssh`.',
  {
    port: port('A port that must accept a connection, e.g. 22.'),
    http: { type: http, doc: 'A page that must answer.', ...changed },
    ssh: { type: ssh, doc: 'A login by SSH, and a command that must succeed.', ...changed },
    address: {
      type: oneOf('ConditionAddress', ['public', 'private']),
      doc: 'The address to connect to: `ip` or `privateIp`. Default: `public`.',
      ...changed,
    },
  },
  'for example waitFor: [{ port: 22 }]',
);
export type WaitCondition = ValueOf<typeof waitCondition>;
export type HttpCondition = ValueOf<typeof http>;
export type SshCondition = ValueOf<typeof ssh>;

/** The inputs of instances and clusters about conditions. */
export const conditionInputs = {
  waitFor: {
    type: list(waitCondition),
    doc:
      'What the machine must answer, besides running, before `up` returns: ports, pages, or a login by SSH after which the ' +
      'startup script has ended. All must hold; each is tried again until the create or update times out (`customTimeouts`). A ' +
      'machine that does not answer stays, and the next `up` waits again.',
    onChange: 'in place',
    api: { none: 'The provider waits.' },
  },
} as const satisfies Readonly<Record<string, Input>>;

export type ConditionInputs = InputsOf<typeof conditionInputs>;

export const conditionOutputs = {
  sshHostKey: {
    changesWith: ['waitFor'],
    type: text(),
    doc: 'Its public SSH host key, `ssh-ed25519 AAAA…`, as an `ssh` condition of `waitFor` has seen it first.',
    computed: true,
    optional: true,
  },
} as const;

export type ConditionOutputs = OutputsOf<typeof conditionOutputs>;
