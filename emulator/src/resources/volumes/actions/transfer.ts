import { forbidden, insufficientFunds } from '../../../model/errors';
import type { World } from '../../../model/world';
import type { Volume } from '../volume';
import type { Volumes } from '../volumes';

/**
 * Refuses a transfer that exceeds the storage quota or the balance of the project that gets it. The
 * messages do not reveal that project's amounts. `pricePerHour`: of the machine that comes with the volumes,
 * in US dollars.
 */
export function checkReceiver(
  { billing, projects }: World,
  volumes: Volumes,
  projectId: string,
  arriving: readonly Volume[],
  pricePerHour = 0,
): void {
  const project = projects.get(projectId);
  const gigabytes = arriving.reduce((sum, { size }) => sum + size, 0);
  if (gigabytes > volumes.gigabytesLeft(project.id)) {
    throw forbidden(`project_id: ${gigabytes} GB more exceed the storage quota of project "${project.id}".`);
  }
  const price = arriving.reduce((sum, volume) => sum + volumes.hourlyPrice(volume), pricePerHour);
  if (billing.covers(project, price)) return;
  throw insufficientFunds(
    `project_id: the balance of project "${project.id}" does not cover one hour of the transferred resources.`,
  );
}

/** Moves a volume to another project, without the keys of the present one. */
export function handOver(volume: Volume, projectId: string): void {
  Object.assign(volume, { projectId, sshKeyIds: [] });
}
