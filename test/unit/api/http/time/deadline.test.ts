import type { Request } from '../../../../../api/http/handler';
import { isTooLate, tooLate, tooLateError } from '../../../../../api/http/time/deadline';

const at = (deadline: number | undefined, more: Partial<Request> = {}): Request =>
  ({ operation: 'POST /v1/volumes', ...(deadline !== undefined && { deadline }), ...more }) as Request;

describe('isTooLate', () => {
  it('is true only for a wait that ends after the deadline', () => {
    expect(isTooLate(at(1_000), 1_001)).toBe(true);
    expect(isTooLate(at(1_000), 1_000)).toBe(false);
    expect(isTooLate(at(1_000), 999)).toBe(false);
  });

  it('is false without a deadline, for a request that undoes another, and for a wait without a known end', () => {
    expect(isTooLate(at(undefined), 1_001)).toBe(false);
    expect(isTooLate(at(1_000, { takesBack: true }), 1_001)).toBe(false);
    expect(isTooLate(at(1_000), Infinity)).toBe(false);
  });
});

describe('the sentence about a wait that is too long', () => {
  it.each([
    [5_400_000, 90_000, '1.5 h', '1.5 min'],
    [3_600_000, 60_000, '1 h', '1 min'],
    [3_540_000, 59_400, '59 min', '59 s'],
    [30_000, 0, '30 s', '0 s'],
  ])('says a wait of %d ms with %d ms left', (wait, left, shownWait, shownLeft) => {
    expect(tooLate(at(1_000 + left), 1_000 + wait, 1_000)).toBe(
      `It would have to wait ${shownWait}, and ${shownLeft} are left for it. Run again later.`,
    );
  });

  it('gives the advice of the caller about the deadline', () => {
    expect(tooLate(at(500, { deadlineAdvice: 'Give it more time' }), 2_000, 1_000)).toContain(
      'Give it more time, or run again later.',
    );
  });

  it('says that no time is left after the deadline', () => {
    expect(tooLate(at(500), 2_000, 1_000)).toContain('wait 1 s, and 0 s are left');
  });

  it('names the request in the error', () => {
    expect(tooLateError(at(1_000), 31_000, 1_000)).toMatchObject({
      code: 'deadline',
      operation: 'POST /v1/volumes',
      message: expect.stringMatching(
        /^POST \/v1\/volumes is held by the rate limit of the cloud\. It would/,
      ) as unknown,
    });
  });
});
