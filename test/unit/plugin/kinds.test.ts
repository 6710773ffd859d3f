import { kindOf } from '../../../plugin/kinds';

const urn = (type: string): string => `urn:pulumi:dev::lab::cloud-compute:index:${type}::workers`;

it.each(['InstancesReady', 'Ready'])('serves a gate whose type in state is %s', (type) => {
  expect(kindOf(urn(type)).schema.name).toBe('InstancesReady');
});

it('names the types that there are', () => {
  expect(() => kindOf(urn('Disk'))).toThrow(
    /There is no resource cloud-compute:index:Disk; there are .*Volume/,
  );
});
