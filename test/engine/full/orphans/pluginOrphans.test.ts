// What interrupted runs of the native plugin leave, and how the next runs name and remove it.
import { pluginTest } from '../../support/stacks/pluginTest';

jest.setTimeout(300_000);

const PLACE = `locationCode: 'FIN-01'`;
const MACHINE = `new cc.Instance('trainer', {
  hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', ${PLACE},
});`;
const volume = (name: string) => `new cc.Volume('${name}', { size: 10, type: 'NVMe', ${PLACE} });`;

const test = pluginTest();

const isOrdered = () => (test.emulator.control.requests.counts()['deployInstance'] ?? 0) > 0;

it('a preview says that nothing removes orphans at destroy, once and only then', async () => {
  const says = /The program declares no OrphanRemoval/g;
  const stack = await test.deploy(volume('first') + volume('second'));
  const [, diagnostics] = (await stack.preview()).split('Diagnostics:');
  expect(diagnostics?.match(says)).toHaveLength(1);
  await stack.program(`const orphans = new cc.OrphanRemoval('orphans'); ${volume('first')}`);
  expect(await stack.preview()).not.toMatch(says);
});

it('the plugin does not wait for the orders of a run that ended well', async () => {
  const stack = await test.deploy(volume('first'));
  expect(await stack.up()).not.toContain('Ordered by this stack');
  await stack.program(volume('first') + volume('second'));
  expect(await stack.up()).not.toContain('an earlier run was interrupted');
});

it('the plugin names the machine of a killed run at the end of each run, until a command removes it', async () => {
  const stack = await test.deploy(MACHINE);
  await stack.interruptUp('kill both', isOrdered);
  const [orphan] = await test.cloud.instances.list();
  const id = orphan?.id ?? '';
  await stack.program(volume('data'));
  const output = await stack.up();
  expect(output).toMatch(
    new RegExp(
      `Ordered by this stack, billed, and not a resource of this program:\\s+instance trainer \\(${id}\\)`,
    ),
  );
  expect(output).toMatch(new RegExp(`orphans remove --state state\\.json ${id}`));
  expect(output).not.toContain('did not reach all resources');
  expect(await stack.preview()).toContain(id);
  await stack.program(
    volume('data') +
      MACHINE.replaceAll('trainer', 'second').replace('});', '}, { customTimeouts: { create: "1s" } });'),
  );
  const failed = await stack.fails('up', '--yes', '--skip-preview', '--stack', 'dev', '--color=never');
  expect(failed).toMatch(new RegExp(`${id}[^]*This run did not reach all resources of the program`));
  await stack.program(volume('data'));
  await stack.up();
  expect(await stack.destroy()).toContain(id);
  expect((await test.cloud.instances.list()).map((one) => one.id)).toEqual([id]);
});

it('the plugin keeps a machine that was renamed in state when a new one gets its name, although it carries the pending tag', async () => {
  const stack = await test.deploy(MACHINE);
  await stack.up();
  const [first] = await test.cloud.instances.list();
  const { urn = '' } = (await stack.resources()).find(({ id }) => id === first?.id) ?? {};
  await stack.rename(urn, 'old');
  const renamed = MACHINE.replace("'trainer',", "'old',");
  const another = MACHINE.replace('ubuntu-24.04', 'ubuntu-22.04').replaceAll("'trainer'", "'another'");
  const sameName = another.replace("'another',", "'trainer',").replace('new cc', 'const next = new cc');
  // The new machine is created before the renamed one is compared.
  await stack.program(sameName + renamed.replace('});', '}, { dependsOn: next });'));
  // On another computer, where no note says what is in state.
  await stack.forgetNotes();
  expect(await stack.up()).not.toMatch(/Took over|Ordered by this stack/);
  const hostnames = (await test.cloud.instances.list()).map(({ hostname }) => hostname);
  expect(hostnames.sort()).toEqual(['another', 'trainer']);
  expect((await stack.resources()).map(({ id }) => id)).toContain(first?.id);
  expect(await stack.destroy()).not.toContain('billed');
  expect(await test.cloud.instances.list()).toEqual([]);
});

it('the plugin removes the machine of a killed run at destroy if the program declares that, and keeps what may be in state', async () => {
  const removal = `const orphans = new cc.OrphanRemoval('orphans', {});`;
  const kept = volume('kept').replace(' });', ' }, { dependsOn: orphans, retainOnDelete: true });');
  const stack = await test.deploy(removal + kept);
  await stack.up();
  const [volumeInState] = await test.cloud.volumes.list();
  await stack.program(removal + kept + MACHINE.replace('});', '}, { dependsOn: orphans });'));
  await stack.interruptUp('kill both', isOrdered);
  const [orphan] = await test.cloud.instances.list();
  const output = await stack.destroy();
  expect(output).toMatch(
    new RegExp(`Removed the instance trainer \\(${orphan?.id ?? ''}\\).*, which an interrupted run had left`),
  );
  expect(await test.cloud.instances.list()).toEqual([]);
  expect((await test.cloud.volumes.list()).map(({ id }) => id)).toEqual([volumeInState?.id]);
});

it('the plugin orders nothing after an upgrade while an interrupted run has ordered the same, and names the machine', async () => {
  const machine = (version: string) => MACHINE.replace('});', `}, { version: '${version}' });`);
  const stack = await test.deploy(machine('0.1.0'));
  await stack.interruptUp('kill both', isOrdered);
  const [orphan] = await test.cloud.instances.list();
  const id = orphan?.id ?? '';
  await stack.program(machine('0.2.0'));
  const refused = await stack.fails('up', '--yes', '--skip-preview', '--stack', 'dev', '--color=never');
  expect(refused).toMatch(
    new RegExp(`instance trainer \\(${id}\\).* was ordered for a resource of the same name`),
  );
  expect(refused).toMatch(new RegExp(`orphans remove --state state\\.json ${id}`));
  expect((await test.cloud.instances.list()).map((one) => one.id)).toEqual([id]);
  await test.cloud.instances.perform({ action: 'delete', id });
  await stack.up();
  expect((await test.cloud.instances.list()).map(({ hostname }) => hostname)).toEqual(['trainer']);
});
