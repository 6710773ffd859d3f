import { ConfigurationError } from '../../../../../api';
import { baseUrlOf } from '../../../../../api/http/transport/baseUrl';
import { wordingOf } from '../../../../../core/configuration';

describe('the base URL', () => {
  test.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/', 'https://api.example.com'],
    ['https://api.example.com/v1/', 'https://api.example.com'],
    ['https://example.com/cloud/v1', 'https://example.com/cloud'],
    ['http://127.0.0.1:4010/v1', 'http://127.0.0.1:4010'],
    ['http://localhost:4010', 'http://localhost:4010'],
    ['http://[::1]:4010', 'http://[::1]:4010'],
  ])('is changed from %s to %s', (given, meant) => {
    expect(baseUrlOf(given, wordingOf('config'))).toBe(meant);
  });

  test.each([
    ['api.example.com', 'The base URL "api.example.com" does not begin with https://.'],
    ['localhost:8080', 'The base URL "localhost:8080" does not begin with https://.'],
    ['user:canary@api.example.com', 'The base URL does not begin with https://.'],
    ['api.example.com?token=canary', 'The base URL does not begin with https://.'],
    ['https://', 'The base URL "https://" is not an address.'],
    ['http://api.example.com', 'not https'],
    ['http://127.0.0.1.example.com', 'not https'],
    ['ftp://localhost', 'not https'],
    ['https://user:canary@api.example.com', 'must not hold a user name or a password'],
    ['https://api.example.com?token=canary', 'must not have a query'],
  ])('is refused if it is %s: %s', (given, reason) => {
    const refused = () => baseUrlOf(given, wordingOf('config'));
    expect(refused).toThrow(ConfigurationError);
    expect(refused).toThrow(reason);
    expect(refused).not.toThrow(/canary/);
    expect(refused).toThrow('Set cloudCompute:baseUrl (or CLOUD_COMPUTE_BASE_URL)');
  });
});
