import fastify from 'fastify';
import { endpoints } from '../../../../emulator/src/contract/document';
import { currentWire, registerOperations } from '../../../../emulator/src/http/operations';
import { World } from '../../../../emulator/src/model/world';
import { Clock, monotonicTime } from '../../../../emulator/src/model/time/clock';
import { cloudSettings } from '../../../../emulator/src/options';
import { Cloud, notYet } from '../../../../emulator/src/resources';
import type { OperationId } from '../../../../emulator/src/contract/handlers';

describe('the registration of handlers', () => {
  const { handlers } = new Cloud(new World(cloudSettings({}), new Clock(), monotonicTime));
  const register = (all: object, allowed: readonly OperationId[] = []): void => {
    registerOperations(fastify(), {
      handlers: all,
      notYet: allowed,
      perform: () => undefined,
      wire: currentWire,
    });
  };

  test('finds a handler for every operation of the contract', () => {
    expect(Object.keys(handlers).length + notYet.length).toBe(endpoints.length);
    expect(() => {
      register(handlers, notYet);
    }).not.toThrow();
  });

  test('throws for an operation without a handler, unless that is allowed', () => {
    const { getInstance, ...rest } = handlers;
    expect(typeof getInstance).toBe('function');
    expect(() => {
      register(rest, notYet);
    }).toThrow('The operations getInstance of the contract have no handler.');
    expect(() => {
      register(rest, [...notYet, 'getInstance']);
    }).not.toThrow();
  });

  test('throws for a handler without an operation', () => {
    expect(() => {
      register({ ...handlers, polishInstance: () => undefined }, notYet);
    }).toThrow('The contract has no operation for the handlers polishInstance.');
  });
});
