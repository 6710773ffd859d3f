import { checkInstanceGroup } from '../../../../../provider/resources/instanceGroup/check';
import type { InstanceGroupInputs } from '../../../../../provider/resources/instanceGroup';
import { UNKNOWN_ID, callIn, testCloud, messagesOf } from '../../checks/testCloud';

jest.mock('../../../../../provider/run/progress');

const here = testCloud();

describe('an instance group', () => {
  const right: InstanceGroupInputs = {
    name: 'servers',
    locationCode: 'FIN-01',
    instanceType: '1A100.22V',
    template: { image: 'ubuntu-24.04' },
  };
  const problems = async (
    inputs: Partial<InstanceGroupInputs>,
    olds?: Partial<InstanceGroupInputs>,
  ): Promise<string[]> =>
    messagesOf(await checkInstanceGroup(callIn(here.run), { ...right, ...inputs }, olds));

  test('has no problems when it is valid', async () => {
    await expect(problems({})).resolves.toEqual([]);
  });

  test('gets all its problems reported', async () => {
    const wrong = {
      locationCode: 'FIN-1',
      instanceType: '1A100.22',
      template: { image: 'ubuntu-24.4', sshKeyIds: [UNKNOWN_ID], startupScriptId: UNKNOWN_ID },
    };
    await expect(problems(wrong)).resolves.toEqual([
      'instanceType "1A100.22" is not an instance type: did you mean "1A100.22V"?',
      'locationCode "FIN-1" is not a location: did you mean "FIN-01"? (there are FIN-01, FIN-02, FIN-03, ICE-01)',
      'template.image "ubuntu-24.4" is not an image for instances: did you mean "ubuntu-24.04"?',
      `template.sshKeyIds[0] "${UNKNOWN_ID}" is not the id of any SSH key in this project: this project has none`,
      `template.startupScriptId "${UNKNOWN_ID}" is not the id of any startup script in this project: this project has none`,
    ]);
  });

  test('needs an image that its type supports', async () => {
    await expect(problems({ template: { image: 'ubuntu-24.04-confidential' } })).resolves.toEqual([
      expect.stringMatching(/^template\.image "ubuntu-24\.04-confidential" is not supported by 1A100\.22V/),
    ]);
  });

  test('needs a unique name, unless this stack manages the other group', async () => {
    const { id } = await here.run.client.instanceGroups.create({
      name: 'taken',
      description: '',
      location_code: 'FIN-01',
      instance_type: '1A100.22V',
      template: { image: 'ubuntu-24.04', os_volume: { size: 50 }, ssh_key_ids: [], startup_script_id: null },
    });
    await expect(problems({ name: 'taken' })).resolves.toEqual([
      expect.stringContaining(
        `name is already the name of the instance group ${id}: choose another name, or adopt that group with adoptId. If this resource was renamed`,
      ),
    ]);
    await expect(problems({ name: 'taken' }, { ...right, name: 'taken' })).resolves.toEqual([]);
    here.run.known.add(id);
    await expect(problems({ name: 'taken' })).resolves.toEqual([]);
  });

  test('may have the name of a group that a killed run has renamed', async () => {
    await here.run.client.instanceGroups.create({
      ...{ name: 'renamed', description: '', location_code: 'FIN-01', instance_type: '1V100.6V' },
      template: { image: 'ubuntu-24.04', os_volume: { size: 50 } },
    });
    await expect(problems({ name: 'renamed' }, { ...right, name: 'before' })).resolves.toEqual([]);
    await expect(problems({ name: 'renamed' })).resolves.toHaveLength(1);
  });

  test('must match the program when it is adopted', async () => {
    const { id } = await here.run.client.instanceGroups.create({
      name: 'other',
      description: '',
      location_code: 'FIN-02',
      instance_type: '1A100.22V',
      template: { image: 'ubuntu-22.04', os_volume: { size: 50 }, ssh_key_ids: [], startup_script_id: null },
    });
    await expect(problems({ adoptId: id })).resolves.toEqual([
      `locationCode is "FIN-01", but the instance group ${id} to adopt has "FIN-02": change the program to match, or leave adoptId out`,
      `template.image is "ubuntu-24.04", but the instance group ${id} to adopt has "ubuntu-22.04": change the program to match, or leave adoptId out`,
    ]);
  });
});
