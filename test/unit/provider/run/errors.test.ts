import { NotFoundError } from '../../../../api/errors';
import { UserFacingError, withUserFacingErrors } from '../../../../provider/run/errors';

describe('an error of a verb', () => {
  const shown = async (error: unknown): Promise<string> => {
    const result = withUserFacingErrors('volume', 'create', () => {
      throw error;
    });
    const found = await result.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(found instanceof UserFacingError)) throw new Error(`It is ${String(found)}.`);
    // The engine prints the stack: it must hold the message alone.
    expect(found.stack).toBe(found.message);
    return found.message;
  };

  it('keeps its message if it is a sentence of this package or of the cloud', async () => {
    class OrderRefused extends Error {
      override readonly name = 'OrderRefused';
    }
    expect(await shown(new OrderRefused('The order was refused.'))).toBe('The order was refused.');
    expect(await shown(new UserFacingError('The size is too small.'))).toBe('The size is too small.');
    const gone = new NotFoundError('There is no such volume.', {
      operation: 'GET /v1/volumes/1',
      status: 404,
    });
    expect(await shown(gone)).toContain('There is no such volume.');
  });

  it('shows control characters escaped, and keeps its lines', async () => {
    expect(await shown(new UserFacingError('One\u001b[2K\ntwo\u202e.'))).toBe('One\\u001b[2K\ntwo\\u202e.');
  });

  it('is reported as a defect with its place if it is an error of JavaScript', async () => {
    expect(await shown(new TypeError('x is not a function'))).toMatch(
      /^A defect in pulumi-cloud-compute stopped the create of this volume: TypeError: x is not a function \(at .*\)\. Please report it\.$/,
    );
  });

  it('is reported as a defect if it is no error at all, or has no stack', async () => {
    expect(await shown('nothing')).toBe(
      'A defect in pulumi-cloud-compute stopped the create of this volume: nothing (). Please report it.',
    );
    const bare = new RangeError('too deep');
    delete bare.stack;
    expect(await shown(bare)).toContain('RangeError: too deep ()');
  });
});
