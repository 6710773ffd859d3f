// A random program of two machines, two volumes and a tag, of which each edition is another one.
import fc from 'fast-check';
import type { Declared } from './inProcessStack';

type Tags = Readonly<Record<string, string>>;

/** One edition of the program. */
export interface Edition {
  readonly declares: readonly string[];
  /** The name of the machine `trainer` in the program. An edition with another name renames it. */
  readonly trainerName: string;
  readonly hostname: string;
  readonly machineTags: Tags;
  readonly powerState: string;
  readonly isLongTerm: boolean;
  /** How long each machine may run, except a long-term one. */
  readonly end: { readonly maxRunDuration?: string };
  /** Volumes beside the disk, which the trainer attaches. */
  readonly more: readonly string[];
  readonly moreTags: Tags;
  /** The machine to which the disk is attached. */
  readonly holder: 'trainer' | 'peer' | 'nobody';
  /** Whether the disk declares the attachment, and not the machine. */
  readonly isHeldByVolume: boolean;
  readonly volumeName: string;
  readonly volumeTags: Tags;
  /** GB by which the volumes are larger than in the edition before. */
  readonly growth: number;
  readonly tag: string;
}

/** The tags of a resource in one edition. */
export const tags = fc.constantFrom<Tags[]>({}, { team: 'ml' }, { team: 'ops', phase: 'two' });

export const editions: fc.Arbitrary<Edition> = fc.record({
  declares: fc.subarray(['disk', 'trainer', 'peer', 'spare', 'purpose'], { minLength: 1 }),
  trainerName: fc.constantFrom('trainer', 'trainer', 'trainer', 'coach'),
  hostname: fc.constantFrom('trainer', 'trainer', 'worker'),
  machineTags: tags,
  powerState: fc.constantFrom('running', 'running', 'offline'),
  isLongTerm: fc.constantFrom(false, false, true),
  end: fc.constantFrom({}, { maxRunDuration: '52w' }, { maxRunDuration: '104w' }),
  more: fc.subarray(['scratch', 'cache']),
  moreTags: tags,
  holder: fc.constantFrom('trainer' as const, 'trainer' as const, 'peer' as const, 'nobody' as const),
  isHeldByVolume: fc.boolean(),
  volumeName: fc.constantFrom('data', 'data-renamed'),
  volumeTags: tags,
  growth: fc.constantFrom(0, 0, 10),
  tag: fc.constantFrom('one', 'two'),
});

const PLACE = { locationCode: 'FIN-01' } as const;
const NVME = { ...PLACE, type: 'NVMe' } as const;

/** Volumes that a machine names in `existingVolumes`. */
export const volumesOf = (names: readonly string[], args: object = {}): Declared[] =>
  names.map((name) => ({
    ...{ kind: 'volume', name, needs: [] },
    args: () => ({ ...NVME, name, size: 10, allowShutdown: true, ...args }),
  }));

/** The resources of an edition. @param isHeldByVolume the same for all editions of a program. */
export function programOf(edition: Edition, sizeGb: number, isHeldByVolume: boolean): Declared[] {
  const { trainerName } = edition;
  const has = (name: string) => edition.declares.includes(name);
  const nameOf = (name: string) => (name === 'trainer' ? trainerName : name);
  const holder = has('disk') && has(edition.holder) ? nameOf(edition.holder) : undefined;
  const more = has('trainer') ? edition.more : [];
  const needsOf = (name: string) => [
    ...(!isHeldByVolume && holder === name ? ['disk'] : []),
    ...(name === trainerName ? more : []),
  ];
  const existingVolumes = (name: string, idOf: (name: string) => string) =>
    isHeldByVolume && name === 'peer' ? {} : { existingVolumes: needsOf(name).map(idOf) };
  const disk: Declared = {
    ...{ kind: 'volume', name: 'disk', needs: isHeldByVolume && holder ? [holder] : [] },
    args: (idOf) => ({
      ...{ ...NVME, name: edition.volumeName, size: sizeGb, tags: edition.volumeTags, allowShutdown: true },
      ...(isHeldByVolume && { instanceIds: holder ? [idOf(holder)] : [] }),
    }),
  };
  const machine = { ...PLACE, instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', allowShutdown: true };
  const trainer: Declared = {
    ...{ kind: 'instance', name: trainerName, needs: needsOf(trainerName) },
    args: (idOf) => ({
      ...{
        ...machine,
        hostname: edition.hostname,
        powerState: edition.powerState,
        ...(edition.isLongTerm ? { contract: 'LONG_TERM', longTermPeriod: '1_MONTH' } : edition.end),
        tags: edition.machineTags,
      },
      osVolume: { name: 'system', size: 40 + sizeGb },
      volumes: [{ name: 'local', size: 10, type: 'NVMe' }],
      ...existingVolumes(trainerName, idOf),
    }),
  };
  const peer: Declared = {
    ...{ kind: 'instance', name: 'peer', needs: needsOf('peer') },
    args: (idOf) => ({
      ...{ ...machine, hostname: 'peer', powerState: 'running', ...edition.end },
      ...existingVolumes('peer', idOf),
    }),
  };
  const spare: Declared = {
    ...{ kind: 'volume', name: 'spare', needs: [] },
    args: () => ({ ...NVME, name: 'spare', size: 10 }),
  };
  const purpose: Declared = {
    ...{ kind: 'tag', name: 'purpose', needs: [trainerName] },
    args: (idOf) => ({
      ...{ resourceType: 'instance', resourceId: idOf(trainerName), key: 'purpose', value: edition.tag },
    }),
  };
  const declared = [disk, trainer, peer, spare, ...(has('trainer') ? [purpose] : [])].filter(({ name }) =>
    has(name === trainerName ? 'trainer' : name),
  );
  return [...volumesOf(more, { size: sizeGb, tags: edition.moreTags }), ...declared];
}
