import type { ResourceName } from '../plan';
import type { Door } from './door';
import type { Edits } from './edits';

/** Volumes that no stack has created. */
export interface Base {
  /** Attached to the machine; must survive. */
  readonly given: string;
  /** The source of the copy; must survive. */
  readonly source: string;
  /** In the trash; the stack restores it. */
  readonly trashed: string;
  /** The stack adopts it. */
  readonly adoptable: string;
}

/** The differences between the program and its first version. */
export interface Variant {
  readonly edits: Edits;
  /** Whether the resources have new names, with the old ones as aliases. */
  readonly isRenamed: boolean;
  /** Whether a destroy has moved the adopted volume to the trash, so that the program must restore it. */
  readonly isAdoptedInTrash: boolean;
  /** Whether the program declares that `destroy` removes orphans, if the door needs that. */
  readonly declaresOrphanRemoval: boolean;
}

/** The values of a resource in the program, by the field of the API that shows them; `mark` is a tag. */
export interface DeclaredValues {
  readonly type: 'Volume' | 'Instance';
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The public key of the program. The foreign key of somebody else has the same text. */
export const PUBLIC_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a';

/** The name of a resource in the program. */
export const nameInProgram = (name: string, isRenamed: boolean): string =>
  isRenamed ? `${name}-renamed` : name;

/** The text of the program. */
export function programText(
  door: Door,
  resources: readonly ResourceName[],
  { edits, isRenamed, isAdoptedInTrash, declaresOrphanRemoval }: Variant,
  { given, source, trashed, adoptable }: Base,
): string {
  const name = (first: string) => `'${nameInProgram(first, isRenamed)}'`;
  const opts = (first: string, option = '') =>
    `, { ${isRenamed ? `aliases: [{ name: '${first}' }],` : ''} ${option} }`;
  // A tag is renamed without an alias: the engine creates the new tag and deletes the old tag.
  // The fleet keeps its name: engine 3.259 writes an invalid state if a renamed component has pending deletes.
  const label = `label-${edits.version}${isRenamed ? '-renamed' : ''}`;
  const held = edits.trainerVolumes.map((_, index) => `held[${String(index)}].id`);
  const trainerVolume = (volume: string) => `new cc.Volume(${name(volume)}, {
      name: '${volume}', type: 'NVMe', locationCode: 'FIN-01', size: 10, allowShutdown: true,
    }${opts(volume)})`;
  const texts: Readonly<Record<ResourceName, string>> = {
    trainer: `const held = [${edits.trainerVolumes.map(trainerVolume).join(', ')}];
    new cc.Instance(${name('trainer')}, {
      hostname: 'trainer', image: 'ubuntu-24.04', locationCode: 'FIN-01',
      instanceType: '${edits.trainerType}', allowShutdown: true,
      osVolume: { name: 'trainer-os', size: ${String(edits.trainerOsSize)} },
      volumes: [{ name: 'trainer-local', size: 10, type: 'NVMe' }],
      existingVolumes: [${[...held, ...(edits.isGivenAttached ? [`'${given}'`] : [])].join(', ')}], tags: { mark: '${edits.version}' },
    }${opts('trainer', door.deleteFirst)});`,
    data: `const data = new cc.Volume(${name('data')}, {
      name: '${edits.dataName}', type: '${edits.dataType}', locationCode: 'FIN-01', size: ${String(edits.dataSize)},
    }${opts('data')});`,
    copy: `new cc.Volume(${name('copy')}, {
      name: '${edits.copyName}', type: 'NVMe', locationCode: 'FIN-01', size: 10,
      sourceVolumeId: '${source}',
    }${opts('copy')});`,
    cluster: `new cc.Cluster(${name('cluster')}, {
      hostname: '${edits.clusterHostname}', clusterType: '16H100', image: clusterImage,
      locationCode: 'FIN-01', sshKeyIds: [key.id], sharedVolume: { name: 'cluster-shared', size: 20 },
      deleteSharedVolumes: true, deletePermanently: true,
    }${opts('cluster')});`,
    fleet: door.fleet(
      edits.fleetCount,
      `image: '${edits.fleetImage}', locationCode: 'FIN-02', instanceType: 'CPU.4V.16G', osVolume: { size: 50 }`,
    ),
    spot: `new cc.Instance(${name('spot')}, {
      hostname: 'spot', image: 'ubuntu-24.04', locationCode: 'FIN-02', instanceType: 'CPU.4V.16G', isSpot: true,
      osVolume: { name: 'spot-os', size: 50 },
      volumes: [{ name: 'spot-data', size: 10, type: 'NVMe', onSpotDiscontinue: 'keep_detached' }],
      tags: { mark: '${edits.version}' },
    }${opts('spot')});`,
    restored: `new cc.Volume(${name('restored')}, {
      name: '${edits.restoredName}', type: 'NVMe', locationCode: 'FIN-01', size: 10,
      restoreVolumeId: '${trashed}',
    }${opts('restored')});`,
    adopted: `new cc.Volume(${name('adopted')}, {
      name: '${edits.adoptedName}', type: 'NVMe', locationCode: 'FIN-01', size: 10,
      ${isAdoptedInTrash ? 'restoreVolumeId' : 'adoptId'}: '${adoptable}',
    }${opts('adopted')});`,
    label: `new cc.Tag('${label}', {
      resourceType: 'volume', resourceId: data.id, key: 'label', value: 'chaos',
    });`,
  };
  return `${requireLine(door)}
${declaresOrphanRemoval ? door.orphanRemoval : ''}
const clusterImage = 'ubuntu-22.04-cuda-12.4-cluster';
const key = new cc.SshKey('key', { key: '${PUBLIC_KEY}' });
${resources.map((one) => texts[one]).join('\n')}
`;
}

/** What the program says about resources that change in place. */
export const declaredValues = (
  resources: readonly ResourceName[],
  { edits, isRenamed }: Pick<Variant, 'edits' | 'isRenamed'>,
): DeclaredValues[] => {
  const volume = (name: string) => ({ type: 'Volume', values: { name } }) as const;
  const declared: Partial<Record<ResourceName, Omit<DeclaredValues, 'name'>>> = {
    trainer: { type: 'Instance', values: { mark: edits.version } },
    data: { type: 'Volume', values: { name: edits.dataName, size: edits.dataSize } },
    copy: volume(edits.copyName),
    restored: volume(edits.restoredName),
    adopted: volume(edits.adoptedName),
  };
  return resources.flatMap((name) => {
    const values = declared[name];
    return values ? [{ ...values, name: nameInProgram(name, isRenamed) }] : [];
  });
};

/** The program of the second person's stack. */
export const secondProgram = (door: Door): string => `${requireLine(door)}
new cc.Volume('data', { name: 'data', type: 'NVMe', locationCode: 'FIN-01', size: 10 });
`;

const requireLine = ({ module }: Door): string => `const cc = require(${JSON.stringify(module)});`;

/** Runs a command of a stack whose program is inline (Automation API). */
export const INLINE_SCRIPT = `const { LocalWorkspace } = require('@pulumi/pulumi/automation');
const [command] = process.argv.slice(2);
const onOutput = (text) => process.stdout.write(text);
async function main() {
  const stack = await LocalWorkspace.createOrSelectStack(
    { stackName: 'dev', projectName: 'chaos', program: async () => void require('./index.js') },
    { workDir: __dirname },
  );
  await stack[command]({ onOutput });
}
main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
`;
