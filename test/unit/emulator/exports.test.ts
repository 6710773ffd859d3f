import { Clock } from '../../../emulator/src/model/time/clock';
import { World } from '../../../emulator/src/model/world';
import { cloudSettings } from '../../../emulator/src/options';
import { Audit } from '../../../emulator/src/resources/audit';
import type { AuditExport } from '../../../emulator/src/resources/audit';
import type { Caller } from '../../../emulator/src/model/events';

const caller: Caller = { projectId: 'p', clientId: '', userId: '', role: 'owner', ip: '', origin: '' };

describe('exports of the audit log', () => {
  const setUp = () => {
    const clock = new Clock(() => 0, { start: 0 });
    clock.freeze();
    const world = new World(cloudSettings({}), clock, () => 0);
    const audit = new Audit(world, 100);
    const order = (length: number): AuditExport =>
      audit.export(caller, { isMeant: () => true }, () => 'x'.repeat(length));
    const kept = (): number[] =>
      world.store.dump()['auditExports']?.map((row) => (row as AuditExport).content.length) ?? [];
    return { clock, audit, order, kept };
  };

  test('lose the content of the oldest ones if all are too large together', () => {
    const { audit, order, kept } = setUp();
    const [one] = [order(60), order(40)];
    expect(kept()).toEqual([60, 40]);
    order(1);
    expect(kept()).toEqual([0, 40, 1]);
    expect(() => audit.download(one.id)).toThrow('The link to this export has expired. Export again.');
    order(100);
    expect(kept()).toEqual([0, 0, 0, 100]);
    expect(() => order(101)).toThrow(/^The export would have 101 characters, but may have 100\. Narrow/);
  });

  test('lose their content once their link has expired', () => {
    const { clock, order, kept } = setUp();
    order(10);
    clock.advance(15 * 60 * 1000);
    order(20);
    expect(kept()).toEqual([0, 20]);
  });
});
