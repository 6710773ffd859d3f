import { checkInstanceGroup } from '../../../../../provider/resources/instanceGroup/check';
import type { InstanceGroupInputs } from '../../../../../provider/resources/instanceGroup';
import { NOBODY, callIn, testCloud, told } from '../../checks/testCloud';

jest.mock('../../../../../provider/session/progress');

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
  ): Promise<string[]> => told(await checkInstanceGroup(callIn(here.session), { ...right, ...inputs }, olds));

  test('that is right has no problems', async () => {
    await expect(problems({})).resolves.toEqual([]);
  });

  test('is told everything that is wrong with it', async () => {
    const wrong = {
      locationCode: 'FIN-1',
      instanceType: '1A100.22',
      template: { image: 'ubuntu-24.4', sshKeyIds: [NOBODY], startupScriptId: NOBODY },
    };
    await expect(problems(wrong)).resolves.toEqual([
      'instanceType "1A100.22" is not an instance type: did you mean "1A100.22V"?',
      'locationCode "FIN-1" is not a location: did you mean "FIN-01"? (there are FIN-01, FIN-02, FIN-03, ICE-01)',
      'template.image "ubuntu-24.4" is not an image for instances: did you mean "ubuntu-24.04"?',
      `template.sshKeyIds[0] "${NOBODY}" is the id of no SSH key in this project: there is none at all`,
      `template.startupScriptId "${NOBODY}" is the id of no startup script in this project: there is none at all`,
    ]);
  });

  test('has an image that its type supports', async () => {
    await expect(problems({ template: { image: 'ubuntu-24.04-confidential' } })).resolves.toEqual([
      expect.stringMatching(/^template\.image "ubuntu-24\.04-confidential" does not run on 1A100\.22V/),
    ]);
  });

  test('has a name of its own, unless this stack manages the other one', async () => {
    const { id } = await here.session.client.instanceGroups.create({
      name: 'taken',
      description: '',
      location_code: 'FIN-01',
      instance_type: '1A100.22V',
      template: { image: 'ubuntu-24.04', os_volume: { size: 50 }, ssh_key_ids: [], startup_script_id: null },
    });
    await expect(problems({ name: 'taken' })).resolves.toEqual([
      expect.stringContaining(
        `name is the name of the instance group ${id} already: choose another one, or take that group over with adoptId. If this resource was renamed`,
      ),
    ]);
    await expect(problems({ name: 'taken' }, { ...right, name: 'taken' })).resolves.toEqual([]);
    here.session.knownIds.add(id);
    await expect(problems({ name: 'taken' })).resolves.toEqual([]);
  });

  test('to take over is what the program says', async () => {
    const { id } = await here.session.client.instanceGroups.create({
      name: 'other',
      description: '',
      location_code: 'FIN-02',
      instance_type: '1A100.22V',
      template: { image: 'ubuntu-22.04', os_volume: { size: 50 }, ssh_key_ids: [], startup_script_id: null },
    });
    await expect(problems({ adoptId: id })).resolves.toEqual([
      `locationCode is "FIN-01", but the instance group ${id} to take over has "FIN-02": say that, or leave adoptId out`,
      `template.image is "ubuntu-24.04", but the instance group ${id} to take over has "ubuntu-22.04": say that, or leave adoptId out`,
    ]);
  });
});
