import type { InstanceInputs } from '../../../../../../provider/resources/instance';
import { checkInstance } from '../../../../../../provider/resources/instance/check';
import { UNKNOWN } from '../../../../../../provider/schema/unknown';
import { callIn, testCloud, messagesOf } from '../../../checks/testCloud';

/** Inputs without a problem. */
export const right: Partial<InstanceInputs> = {
  hostname: 'trainer',
  instanceType: '1H100.80S.30V',
  image: 'ubuntu-24.04-cuda-12.8-open-docker',
  locationCode: 'FIN-01',
  sshKeyIds: [UNKNOWN],
};

/** The checks of instances in one cloud for all tests of a file, which mocks `provider/run/progress`. */
export function instanceChecks() {
  const here = testCloud();

  /** The problems of a new instance, or of a change. */
  const problems = async (
    inputs: Partial<InstanceInputs>,
    olds?: Partial<InstanceInputs>,
  ): Promise<string[]> => messagesOf(await checkInstance(callIn(here.run), { ...right, ...inputs }, olds));

  const warnings = async (
    inputs: Partial<InstanceInputs>,
    olds?: Partial<InstanceInputs>,
  ): Promise<string[]> => {
    const call = callIn(here.run);
    expect(messagesOf(await checkInstance(call, { ...right, ...inputs }, olds))).toEqual([]);
    return call.warnings;
  };

  const volume = (
    name: string,
    more: { type?: 'NVMe' | 'NVMe_Shared'; location_code?: string } = {},
  ): Promise<string> =>
    here.run.client.volumes.create({ name, size: 100, type: 'NVMe', location_code: 'FIN-01', ...more });

  const deploy = (more: object = {}): Promise<string> =>
    here.run.client.instances.deploy({
      hostname: 'other',
      description: 'other',
      image: 'ubuntu-24.04',
      instance_type: 'CPU.4V.16G',
      location_code: 'FIN-01',
      ...more,
    });

  return { here, problems, warnings, volume, deploy };
}
