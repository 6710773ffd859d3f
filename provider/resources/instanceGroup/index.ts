import { createHash } from 'node:crypto';
import type { InstanceGroup } from '../../../api';
import { ConflictError, NotFoundError } from '../../../api/errors';
import { mustMatch, nothingToAdopt } from '../../lifecycle/adopt';
import type { Call } from '../../session/call';
import type { ChangeRules } from '../../schema/rules';
import { changesBetween, fixed, replace, replaceable, setting } from '../../schema/rules';
import { checkInstanceGroup } from './check';
import { createNamed, mustBeShown } from '../../lifecycle/createNamed';
import { lookFor } from '../../lifecycle/readRecent';
import type { Reached } from '../../schema/define';
import { defineResource } from '../../schema/define';
import { listOf, object, oneOf, required, text } from '../../../core/validation/shape';
import { gigabytes } from '../common';

/** What the members of a group are made from. */
export interface GroupTemplate {
  /** An image type. On change: the group is replaced. */
  image: string;
  /** The operating-system volume. On change: the group is replaced. */
  osVolume?: {
    /** Size in GB. */
    size: number;
  };
  /** Keys that may log in. On change: in place, for the members to come. */
  sshKeyIds?: string[];
  /** Script that runs at the first start. On change: in place, for the members to come. */
  startupScriptId?: string;
}

/** What a program says of an instance group (Instance groups). */
export interface InstanceGroupInputs {
  /** Name, unique among the live groups of the project. Default: the name in the program and seven random digits. On change: in place. */
  name?: string;
  /** Description. On change: in place. */
  description?: string;
  /** Where its members are. On change: replaced. */
  locationCode: string;
  /** Type of its members. On change: replaced. */
  instanceType: string;
  /** What its members are made from. On change: keys and script in place, the rest replaces. */
  template: GroupTemplate;
  /** Takes over this group, which exists, instead of making a new one. Only matters at creation. */
  adoptId?: string;
  /** Properties whose change is to replace the group. */
  replaceOn?: (keyof InstanceGroupInputs)[];
}

/** A member of a group. */
export interface GroupMember {
  /** The instance's id. */
  id: string;
  /** Its host name. */
  hostname: string;
  /** `running`, `offline`, … (States and transitions). */
  status: string;
}

/** What the cloud says of an instance group (Instance group). */
export interface InstanceGroupOutputs {
  /** The project that it belongs to. */
  projectId: string;
  /** Its members. */
  instances: GroupMember[];
  /** How many there are. */
  size: number;
  /** A value that changes with the template: give it to members as `groupRevision` to replace them then. */
  revision: string;
  /** When it was made, ISO 8601. */
  createdAt: string;
  /** When it was last changed, ISO 8601. */
  updatedAt: string;
}

const sorted = (ids: readonly string[] | undefined): string[] => [...new Set(ids ?? [])].sort();
const fixedPart = ({ image, osVolume }: GroupTemplate) => ({ image, size: osVolume?.size });
const wholeTemplate = (template: GroupTemplate) => ({
  ...fixedPart(template),
  sshKeyIds: sorted(template.sshKeyIds),
  startupScriptId: template.startupScriptId,
});
const text_ = (value: unknown): string => JSON.stringify(value);
const sameBy =
  (meaning: (template: GroupTemplate) => unknown) => (old?: GroupTemplate, next?: GroupTemplate) =>
    text_(old && meaning(old)) === text_(next && meaning(next));

const changes: ChangeRules<InstanceGroupInputs> = {
  name: { effect: 'update', same: (old, next) => old === next },
  description: { effect: 'update', same: (old, next) => (old ?? '') === (next ?? '') },
  locationCode: replace,
  instanceType: replace,
  template: {
    effect: 'update',
    same: sameBy(wholeTemplate),
    note: 'image and osVolume replace',
  },
  adoptId: fixed,
  replaceOn: setting,
};

/** A group's name is taken by another live group. */
export class GroupNameTakenError extends Error {
  override readonly name = 'GroupNameTakenError';
}

/** A managed group of instances. */
export const instanceGroup = defineResource<InstanceGroupInputs, InstanceGroupOutputs>({
  name: 'InstanceGroup',
  noun: 'instance group',
  timeouts: { create: 5, update: 5, delete: 5 },
  autoName: 'name',
  nameOf: async ({ instanceGroups }, id) => (await instanceGroups.read(id))?.name,
  shapes: {
    name: text({ max: 255 }),
    description: text({ min: 0 }),
    locationCode: required(text(), '"FIN-01"'),
    instanceType: required(text(), '"1V100.6V"'),
    template: required(
      object({
        image: required(text(), '"ubuntu-24.04"'),
        osVolume: object({ size: required(gigabytes) }),
        sshKeyIds: listOf(text()),
        startupScriptId: text(),
      }),
      '{ image: "ubuntu-24.04" }',
    ),
    adoptId: text(),
    replaceOn: listOf(oneOf(replaceable(changes))),
  },
  changes,
  check: checkInstanceGroup,
  replacedBy: (property, state, inputs) =>
    property === 'template' && !sameBy(fixedPart)(state.template, inputs.template),
  // A live group's name is unique: the old one has to free it first.
  deleteFirst: (state, inputs) => state.name === inputs.name,

  async consequences(call, id, state, news, { replaced }) {
    if (replaced || sameBy(wholeTemplate)(state.template, news.template)) return [];
    const { size = 0 } = (await call.session.instanceGroups.read(id)) ?? {};
    if (size === 0) return [];
    return [
      `Members that exist (${String(size)}) keep the keys and the script that they were made with, unless they have the group's revision as groupRevision: then they are replaced.`,
    ];
  },

  async create(call, inputs) {
    const { client, instanceGroups } = call.session;
    if (inputs.adoptId !== undefined) {
      const found = await instanceGroups.get(inputs.adoptId);
      if (!found) throw nothingToAdopt('instance group', inputs.adoptId);
      mustMatch('instance group', found.id, differences(found, inputs));
      return { id: found.id, outputs: outputsOf(await converge(call, found, inputs)) };
    }
    const name = inputs.name ?? call.name;
    const { template } = inputs;
    const request = {
      name,
      ...(inputs.description !== undefined && { description: inputs.description }),
      location_code: inputs.locationCode,
      instance_type: inputs.instanceType,
      template: {
        image: template.image,
        ...(template.osVolume && { os_volume: { size: template.osVolume.size } }),
        ssh_key_ids: template.sshKeyIds ?? [],
        startup_script_id: template.startupScriptId ?? null,
      },
    };
    const found = await toldWhoHasTheName(call, name, () =>
      createNamed(call, {
        noun: 'instance group',
        collection: instanceGroups,
        matches: (group) => group.name === name && differences(group, inputs).length === 0,
        post: async () => (await client.instanceGroups.create(request, call.requests)).id,
      }),
    );
    return { id: found.id, outputs: outputsOf(found) };
  },

  async read(call, id, state) {
    const found = await lookFor(call, call.session.instanceGroups, id, state);
    if (!found) return undefined;
    const { template } = found;
    return {
      inputs: {
        name: found.name,
        ...((found.description ?? state.description !== undefined) && {
          description: found.description ?? '',
        }),
        locationCode: found.location_code,
        instanceType: found.instance_type,
        template: {
          image: template.image,
          ...((state.template === undefined || state.template.osVolume) && {
            osVolume: { size: template.os_volume.size },
          }),
          ...((state.template?.sshKeyIds ?? template.ssh_key_ids.length > 0) && {
            sshKeyIds: template.ssh_key_ids,
          }),
          ...(template.startup_script_id && { startupScriptId: template.startup_script_id }),
        },
        ...(state.adoptId !== undefined && { adoptId: state.adoptId }),
        ...(state.replaceOn && { replaceOn: state.replaceOn }),
      },
      outputs: outputsOf(found),
    };
  },

  async update(call, id, _state, inputs, reached) {
    return { outputs: outputsOf(await converge(call, await mustBeThere(call, id), inputs, reached)) };
  },

  async delete(call, id) {
    try {
      await call.session.client.instanceGroups.delete(id, call.requests);
    } catch (error) {
      if (error instanceof ConflictError) {
        throw new GroupNameTakenError(
          `The cloud refuses to delete the instance group ${id} in its present state: ${error.message}. ` +
            'Remove its members first (they are listed in its output `instances`), then run `pulumi destroy` again.',
          { cause: error },
        );
      }
      if (!(error instanceof NotFoundError)) throw error;
    } finally {
      call.session.instanceGroups.wrote();
    }
  },
});

/** Runs what gives a group its name; where another one has it, that is what is told. */
async function toldWhoHasTheName<T>(call: Call, name: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const { instanceGroups } = call.session;
    const twin = (await instanceGroups.list({ fresh: true })).find((group) => group.name === name);
    if (!twin) throw error;
    throw new GroupNameTakenError(
      `name ${JSON.stringify(name)} is taken by the instance group ${twin.id}. Choose another name, leave it out to ` +
        `have one made, or take that group over with adoptId: ${JSON.stringify(twin.id)}.`,
      { cause: error },
    );
  }
}

/** Makes name, description, keys and script what the program says. */
async function converge(
  call: Call,
  found: InstanceGroup,
  inputs: InstanceGroupInputs,
  reached: Reached<InstanceGroupInputs, InstanceGroupOutputs> = () => undefined,
): Promise<InstanceGroup> {
  const { client, instanceGroups } = call.session;
  const { sshKeyIds, startupScriptId } = inputs.template;
  const body = {
    ...(inputs.name !== undefined && inputs.name !== found.name && { name: inputs.name }),
    // Absent keeps, null clears.
    ...((inputs.description ?? '') !== (found.description ?? '') && {
      description: inputs.description ?? null,
    }),
    template: { ssh_key_ids: sshKeyIds ?? [], startup_script_id: startupScriptId ?? null },
  };
  await toldWhoHasTheName(call, inputs.name ?? found.name, () =>
    client.instanceGroups.update(found.id, body, call.requests),
  );
  instanceGroups.wrote();
  reached({ name: inputs.name, description: inputs.description, template: inputs.template });
  return mustBeThere(call, found.id);
}

const mustBeThere = (call: Call, id: string): Promise<InstanceGroup> =>
  mustBeShown(call, { noun: 'instance group', collection: call.session.instanceGroups }, id);

/** The inputs in which a group that exists cannot become what the program says. */
function differences(found: InstanceGroup, inputs: InstanceGroupInputs): string[] {
  const actual = { locationCode: found.location_code, instanceType: found.instance_type };
  const told = changesBetween(changes, actual, {
    ...actual,
    locationCode: inputs.locationCode,
    instanceType: inputs.instanceType,
  })
    .filter(({ effect }) => effect === 'replace')
    .map(({ property }) => `${property} is ${JSON.stringify(actual[property as keyof typeof actual])}`);
  const { image, osVolume } = inputs.template;
  return [
    ...told,
    ...(found.template.image === image ? [] : [`template.image is ${JSON.stringify(found.template.image)}`]),
    ...(osVolume && found.template.os_volume.size !== osVolume.size
      ? [`template.osVolume.size is ${String(found.template.os_volume.size)} GB`]
      : []),
  ];
}

function outputsOf(found: InstanceGroup): InstanceGroupOutputs {
  const { template } = found;
  const revision = createHash('sha256')
    .update(
      text_([
        template.image,
        template.os_volume.size,
        sorted(template.ssh_key_ids),
        template.startup_script_id,
      ]),
    )
    .digest('hex')
    .slice(0, 12);
  return {
    projectId: found.project_id,
    instances: found.instances.map(({ id, hostname, status }) => ({ id, hostname, status })),
    size: found.size,
    revision,
    createdAt: found.created_at,
    updatedAt: found.updated_at,
  };
}
