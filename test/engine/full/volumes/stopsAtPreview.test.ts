// A preview says what a volume costs its machines: which of them stop, what is replaced, and what `up` would refuse.
import { doors, dynamic } from '../../support/doors';
import { everythingIn } from '../../support/lifecycle';
import { TestEnvironment } from '../../support/testEnvironment';

jest.setTimeout(300_000);

const MACHINE = `image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01'`;
const share = (size: number, team: string) => `const share = new cc.Volume('share', {
  name: 'share', size: ${String(size)}, type: 'NVMe_Shared', locationCode: 'FIN-01', tags: { team: '${team}' },
});`;
const SCRIPT = `const boot = new cc.StartupScript('boot', {
  script: pulumi.interpolate\`#!/bin/sh\\n\${share.mountCommand}\\n\`,
});`;
const machine = (name: string, more = '') =>
  `new cc.Instance('${name}', { ${MACHINE}, existingVolumes: [share.id], ${more} });`;
const disk = (locationCode: string) =>
  `new cc.Volume('data', { name: 'data', size: 10, type: 'NVMe', locationCode: '${locationCode}' });`;

describe.each(doors)('a preview ($name)', (door) => {
  let environment: TestEnvironment;

  beforeAll(async () => {
    environment = await TestEnvironment.start({ door, program: '' });
  });

  afterAll(() => environment.close());

  it('asks each machine of a shared volume for allowShutdown if it has a startup script', async () => {
    const scripted = (name: string) => machine(name, 'startupScriptId: boot.id');
    const refusal = await environment.refusal(share(100, 'a') + SCRIPT + scripted('one') + scripted('two'));
    // The program checks both machines at once; the engine asks a plugin about one machine after the other, in any
    // order.
    const asked =
      door === dynamic
        ? /existingVolumes of "(\w+)" names a volume .* Set allowShutdown: true/g
        : /(?:resource '(?=\w+' .*its startup script: set allowShutdown)|startup script of \\*")(\w+)/g;
    expect(new Set([...refusal.matchAll(asked)].map(([, name]) => name))).toEqual(new Set(['one', 'two']));
    expect(await everythingIn(environment.cloud)).toEqual([]);
  });

  it('shows no replacement of the script that mounts a volume if the volume is changed in place', async () => {
    await environment.up(share(100, 'a') + SCRIPT + machine('one') + disk('FIN-01'));
    await environment.stack.program(share(200, 'b') + SCRIPT + machine('one') + disk('FIN-01'));
    const preview = await environment.stack.preview();
    expect(preview.output).not.toContain('replaceOn');
    if (door === dynamic)
      expect(preview.output).toContain('the startup script is replaced only if the value changes');
    else expect(preview.changes).toEqual({ same: 3, update: 1 });
    expect((await environment.up()).changes).toEqual({ same: 3, update: 1 });
  });

  it('says that a machine of another stack holds a volume to replace, and that a renamed machine is shut down', async () => {
    const { cloud } = environment;
    const data = (await cloud.volumes.list()).find(({ name }) => name === 'data')?.id ?? '';
    const theirs = await cloud.instances.deploy({
      ...{ hostname: 'theirs', description: 'theirs', image: 'ubuntu-24.04' },
      ...{ instance_type: 'CPU.4V.16G', location_code: 'FIN-01', existing_volumes: [data] },
    });
    environment.emulator.clock.advance(3_600_000);
    const output = await environment.preview(share(200, 'b') + SCRIPT + machine('first') + disk('FIN-02'));
    expect(output).toContain(
      `It is attached to the instance theirs (${theirs}), which is running and which this run does not have. The ` +
        'replacement fails when it deletes the old volume',
    );
    expect(output).toMatch(/shut down once (it|they) runs?, attached, and started again/);
  });
});
