import { InvalidRequestError } from '../../../../api';
import { requestOf } from '../../../../api/http/request';
import { path } from '../../../../api/http/path';

describe('a path', () => {
  test('encodes its ids', () => {
    expect(path`/v1/instances/${'a b/c?d#é'}/tags/${'t'}`).toBe(
      '/v1/instances/a%20b%2Fc%3Fd%23%C3%A9/tags/t',
    );
    expect(path`/v1/instances`).toBe('/v1/instances');
  });

  test.each(['', ' ', '.', '..', '\ud800', undefined as unknown as string])(
    'refuses %j as an id, because it would change the path',
    (id) => {
      const refused = () => path`/v1/instances/${id}`;
      expect(refused).toThrow(InvalidRequestError);
      expect(refused).toThrow('/v1/instances/… was not sent');
    },
  );

  test.each(['v1/balance', 'https://elsewhere.example.com', '/v1/instances?status=running', '/v1/a b', ''])(
    'is refused if it is %j',
    (given) => {
      expect(() =>
        requestOf({ method: 'GET', path: given, expects: 'any' }, new AbortController().signal),
      ).toThrow(InvalidRequestError);
    },
  );
});
