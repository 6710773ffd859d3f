// A reply is lost, and an order is carried out late, the clocks of cloud and computer differ, or the computer sleeps.
// Then one of each thing is billed, or a duplicate is named and destroy removes it.
import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { relayTo } from '../../../relay';
import { InterruptibleStack } from '../../support/stacks/interruptibleStack';
import { pluginTest } from '../../support/stacks/pluginTest';

jest.setTimeout(600_000);

const HOUR = 3_600_000;

// The provider looks for an order for ten seconds: less than the ten minutes of this cloud for which a tag proves anything.
const test = pluginTest({ timeScale: 20, balance: 1_000_000 });

const DOORS = [
  ['dynamic', (url: string) => InterruptibleStack.create(url, ''), '', '{}'],
  [
    'native',
    (url: string) => test.deploy('', url),
    `const orphans = new cc.OrphanRemoval('orphans', {});`,
    '{ dependsOn: orphans }',
  ],
] as const;

type Pass = Parameters<Parameters<typeof relayTo>[1]>[1];
type Collection = 'instances' | 'volumes';
const LOST = { status: 502, headers: new Headers(), body: '' };
const isBilledOrder = (method: string, address: string) =>
  method === 'POST'
    ? (/^\/v1\/(instances|volumes)$/.exec(address)?.[1] as Collection | undefined)
    : undefined;

it.each(DOORS)(
  'an order whose reply is lost leaves nothing unnamed: %s',
  async (_door, create, removal, opts) => {
    /** What happens to an order of a billed resource. @returns whether its reply is lost. */
    let onOrder = (_collection: Collection, _pass: Pass): Promise<boolean> => Promise.resolve(false);
    let hasDates = true;
    const relay = await relayTo(test.emulator.url, async ({ method, path: address }, pass) => {
      const collection = isBilledOrder(method, address);
      if (collection && (await onOrder(collection, pass))) return LOST;
      const answer = await pass();
      if (!hasDates) answer.headers.set('date', 'unknown');
      return answer;
    });
    const stack = await create(relay.url);
    const declare = (...names: string[]) =>
      stack.program(
        removal +
          names
            .map(
              (name) => `
              new cc.Volume('${name}-disk', { name: '${name}', size: 10, type: 'NVMe', locationCode: 'FIN-01' }, ${opts});
              new cc.Instance('${name}', {
                hostname: '${name}', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01',
              }, ${opts});`,
            )
            .join(''),
      );
    /** The ids of the machine and the volume of this name in the cloud; an OS volume has another name. */
    const billed = async (name: string) => {
      const machines = (await test.cloud.instances.list()).filter(({ hostname }) => hostname === name);
      const volumes = (await test.cloud.volumes.list()).filter((one) => one.name === name);
      return [...machines, ...volumes].map(({ id }) => id).sort();
    };
    /** Their ids in state. */
    const inState = async (name: string) =>
      (await stack.resources())
        .filter(({ urn }) => [name, `${name}-disk`].includes(urn.split('::').at(-1) ?? ''))
        .map(({ id }) => id ?? '')
        .sort();

    try {
      // The machine is made when its order is sent again; the volume when nobody looks for it any more.
      const late = new Map<Collection, Pass>();
      onOrder = async (collection, pass) => {
        if (!late.has(collection)) {
          late.set(collection, pass);
          return true;
        }
        if (collection === 'instances') await late.get(collection)?.();
        return false;
      };
      await declare('late');
      const first = await stack.up();
      await late.get('volumes')?.();
      const saved = await inState('late');
      const tooMany = (await billed('late')).filter((id) => !saved.includes(id));
      expect(saved).toHaveLength(2);

      // Orders of this time arrive after the computer has slept; then everything is killed.
      let arrived = 0;
      onOrder = async (_collection, pass) => {
        if (arrived === 0) test.emulator.clock.advance(HOUR);
        await pass();
        arrived += 1;
        return new Promise(() => undefined);
      };
      await declare('late', 'asleep');
      await stack.interruptUp('kill both', () => arrived === 2);
      // The clock of the computer went on as well: its notes are an hour old.
      const notes = path.join(path.dirname(stack.state), 'home', 'cloud-compute');
      const written = new Date(Date.now() - HOUR);
      for (const name of await readdir(notes)) await utimes(path.join(notes, name), written, written);
      const made = await billed('asleep');
      expect(made).toHaveLength(2);
      onOrder = () => Promise.resolve(false);
      const second = await stack.up();
      expect(await inState('asleep')).toEqual(made);
      expect(await billed('asleep')).toEqual(made);
      for (const id of tooMany) expect(first + second).toContain(id);

      // The clock of the cloud is now an hour ahead of that of the computer, and it no longer sends its time.
      hasDates = false;
      onOrder = async (_collection, pass) => (await pass()).status < 300;
      await declare('late', 'asleep', 'undated');
      await stack.up();
      expect(await billed('undated')).toEqual(await inState('undated'));

      await stack.destroy();
      expect(await test.cloud.instances.list()).toEqual([]);
      expect(await test.cloud.volumes.list()).toEqual([]);
    } finally {
      if (stack instanceof InterruptibleStack) await stack.dispose();
      await relay.close();
    }
  },
);
