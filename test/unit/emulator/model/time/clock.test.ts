import { Clock } from '../../../../../emulator/src/model/time/clock';

describe('the clock', () => {
  let real = 1000;
  const clock = (scale?: number): Clock =>
    new Clock(() => real, { ...(scale !== undefined && { scale }), start: 0 });

  test('runs as fast as real time, or at the given scale', () => {
    const [plain, fast] = [clock(), clock(60)];
    real += 500;
    expect([plain.now(), fast.now()]).toEqual([500, 30_000]);
  });

  test('continues from the current time when its scale changes', () => {
    const turned = clock(10);
    real += 100;
    turned.scale = 2;
    real += 100;
    expect(turned.now()).toBe(1200);
    expect(turned.scale).toBe(2);
  });

  test('stands still while frozen, and moves only when it is set', () => {
    const frozen = clock();
    real += 100;
    frozen.freeze();
    real += 100;
    frozen.advance(5);
    expect([frozen.now(), frozen.frozen]).toEqual([105, true]);
    frozen.resume();
    real += 10;
    expect([frozen.now(), frozen.frozen]).toEqual([115, false]);
  });

  test('can be advanced and set while it runs', () => {
    const running = clock();
    running.advance(1000);
    real += 1;
    expect(running.now()).toBe(1001);
    running.set(new Date(5000));
    real += 1;
    expect(running.now()).toBe(5001);
    running.set(6000);
    expect(running.now()).toBe(6000);
  });

  test('never goes back', () => {
    const late = clock();
    late.set(1000);
    expect(() => {
      late.set(999);
    }).toThrow(/only moves forward: it stands at 1970-01-01T00:00:01.000Z/);
    expect(() => {
      late.set(new Date('nonsense'));
    }).toThrow(/only moves forward/);
    expect(() => {
      late.advance(-1);
    }).toThrow(/zero or more, not by -1/);
  });

  test.each([0, -1, Number.NaN, Infinity])('refuses a scale of %d', (scale) => {
    expect(() => {
      clock().scale = scale;
    }).toThrow(/above zero/);
  });

  test('continues from the time of a snapshot', () => {
    const first = clock(3);
    first.advance(777);
    first.freeze();
    const second = clock();
    second.restore(first.read());
    real += 100;
    expect(second.read()).toEqual({ now: 777, scale: 3, frozen: true });
  });
});
