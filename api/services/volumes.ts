import type { Body, CallOptions, SentAt } from '../options';
import { optionalObject, requiredObject } from '../http/given';
import { path } from '../http/path';
import type {
  CreateVolumeRequest,
  DeletedVolume,
  Volume,
  VolumeActionRequest,
  VolumeStatus,
  VolumeTypeName,
} from '../schema';
import type { Send } from '../http/send';

/** The arguments of a copy. */
export interface CloneVolumeRequest {
  /** The volume to copy. */
  readonly id: string;
  /** The name of the copy. */
  readonly name: string;
  /** The type of the copy. Default: the type of the source. */
  readonly type?: VolumeTypeName | undefined;
  /** The location of the copy. Default: the location of the source. */
  readonly locationCode?: string | undefined;
}

/** Block and shared volumes: `/v1/volumes`. */
export class VolumesApi {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** All volumes; deleted ones only with a filter for that status. */
  async list(
    filter: {
      /** Only in this status. Default: all but deleted ones. */
      readonly status?: VolumeStatus | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Volume[]> {
    const { status } = optionalObject('GET /v1/volumes', 'filter', filter, ['status']);
    const query = { status };
    return this.#send({ ...options, method: 'GET', path: '/v1/volumes', query, expects: 'list' });
  }

  /** All volumes in the trash; they count towards the storage quota until they are removed permanently. */
  async trash(options?: CallOptions): Promise<DeletedVolume[]> {
    return this.#send({ ...options, method: 'GET', path: '/v1/volumes/trash', expects: 'list' });
  }

  /** One volume, also a deleted one, which has `deleted_at`. Throws a NotFoundError. */
  async get(id: string, options?: CallOptions): Promise<Volume | DeletedVolume> {
    return this.#send({ ...options, method: 'GET', path: path`/v1/volumes/${id}`, expects: 'object' });
  }

  /**
   * Orders a volume and returns its id; it is billed from now on. It is never sent again if the first attempt may
   * have arrived.
   */
  async create(body: Body<CreateVolumeRequest>, options?: CallOptions): Promise<string> {
    return this.#send({ ...options, method: 'POST', path: '/v1/volumes', body, expects: 'id' });
  }

  /** Performs one action on one or several volumes: on all of them or on none. For a copy, use `clone`. */
  async perform(body: VolumeActionRequest, options?: CallOptions): Promise<void> {
    await this.#send({ ...options, method: 'PUT', path: '/v1/volumes', body, expects: 'nothing' });
  }

  /**
   * Copies a volume and returns the id of the copy; it is billed from now on. It is never sent again if the first
   * attempt may have arrived.
   */
  async clone(copy: Body<CloneVolumeRequest>, options?: CallOptions): Promise<string> {
    const bodyOf = (given: CloneVolumeRequest) => {
      const { id, name, type, locationCode } = requiredObject('PUT /v1/volumes', 'copy', given, [
        'id',
        'name',
        'type',
        'locationCode',
      ]);
      return { action: 'clone', id, name, type, location_code: locationCode };
    };
    const body = typeof copy === 'function' ? (...sent: SentAt) => bodyOf(copy(...sent)) : bodyOf(copy);
    return this.#send({ ...options, method: 'PUT', path: '/v1/volumes', body, expects: 'id' });
  }

  /**
   * Deletes a volume: to the trash, from which it can be restored, or permanently. A volume that is
   * already deleted is no error.
   */
  async delete(
    id: string,
    mode: {
      /** Whether it is deleted permanently. Default: false. */
      readonly isPermanent?: boolean | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<void> {
    const at = path`/v1/volumes/${id}`;
    const { isPermanent = false } = optionalObject(`DELETE ${at}`, 'mode', mode, ['isPermanent']);
    const body = { is_permanent: isPermanent };
    await this.#send({
      ...options,
      method: 'DELETE',
      path: at,
      body,
      expects: 'nothing',
    });
  }
}

/** Whether several machines can mount the volume at the same time, by the name of its type (Volume, type). */
export const isShared = ({ type }: Pick<Volume, 'type'>): boolean => type.includes('Shared');

/** Whether only clusters can mount the volume, by the name of its type (Volume, type). */
export const isForClusters = ({ type }: { readonly type: string }): boolean => type.endsWith('_Cluster');

/** The ids of the instances that a volume is attached to: `instances`, and the older `instance_id` (Volume). */
export const attachedTo = ({ instances, instance_id: older }: Volume): string[] => [
  ...new Set([...instances.map(({ id }) => id), ...(older ? [older] : [])]),
];
