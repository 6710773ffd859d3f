import type { Body, CallOptions } from '../options';
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

/** What a copy is to be. */
export interface CloneVolumeRequest {
  /** The volume to copy. */
  readonly id: string;
  /** The name of the copy. */
  readonly name: string;
  /** Default: the type of the source. */
  readonly type?: VolumeTypeName | undefined;
  /** Default: the location of the source. */
  readonly locationCode?: string | undefined;
}

/** Block and shared volumes: `/v1/volumes`. */
export class VolumesApi {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** All volumes; deleted ones only when asked for by status. */
  async list(
    filter: { readonly status?: VolumeStatus | undefined } = {},
    options?: CallOptions,
  ): Promise<Volume[]> {
    const query = { status: filter.status };
    return (
      await this.#send<Volume[]>({ ...options, method: 'GET', path: '/v1/volumes', query, expects: 'list' })
    ).body;
  }

  /** All volumes in the trash; they count toward the quota until they are removed for good. */
  async trash(options?: CallOptions): Promise<DeletedVolume[]> {
    return (
      await this.#send<DeletedVolume[]>({
        ...options,
        method: 'GET',
        path: '/v1/volumes/trash',
        expects: 'list',
      })
    ).body;
  }

  /** One volume, deleted ones included: those have `deleted_at`. Throws a NotFoundError. */
  async get(id: string, options?: CallOptions): Promise<Volume | DeletedVolume> {
    return (
      await this.#send<Volume | DeletedVolume>({
        ...options,
        method: 'GET',
        path: path`/v1/volumes/${id}`,
        expects: 'object',
      })
    ).body;
  }

  /** Orders a volume and answers its id; billed from now on. Never sent twice when the first may have arrived. */
  async create(body: Body<CreateVolumeRequest>, options?: CallOptions): Promise<string> {
    return (
      await this.#send<string>({ ...options, method: 'POST', path: '/v1/volumes', body, expects: 'id' })
    ).body;
  }

  /** Performs one action on one or several volumes: all or nothing. To copy one, use `clone`. */
  async perform(body: VolumeActionRequest, options?: CallOptions): Promise<void> {
    await this.#send({ ...options, method: 'PUT', path: '/v1/volumes', body, expects: 'nothing' });
  }

  /** Copies a volume and answers the id of the copy; billed from now on. Never sent twice when the first may have arrived. */
  async clone(copy: Body<CloneVolumeRequest>, options?: CallOptions): Promise<string> {
    const bodyOf = ({ id, name, type, locationCode }: CloneVolumeRequest) => ({
      ...{ action: 'clone', id, name, type, location_code: locationCode },
    });
    const body = typeof copy === 'function' ? (sentAt: number) => bodyOf(copy(sentAt)) : bodyOf(copy);
    return (await this.#send<string>({ ...options, method: 'PUT', path: '/v1/volumes', body, expects: 'id' }))
      .body;
  }

  /**
   * Deletes a volume: to the trash, from where it can be restored, or for good. One that is deleted already is
   * success.
   */
  async delete(
    id: string,
    { isPermanent = false }: { readonly isPermanent?: boolean | undefined } = {},
    options?: CallOptions,
  ): Promise<void> {
    const body = { is_permanent: isPermanent };
    await this.#send({
      ...options,
      method: 'DELETE',
      path: path`/v1/volumes/${id}`,
      body,
      expects: 'nothing',
    });
  }
}

/** The ids of the instances that a volume is attached to: `instances`, and the older `instance_id` (Volume). */
export const attachedTo = ({ instances, instance_id: older }: Volume): string[] => [
  ...new Set([...instances.map(({ id }) => id), ...(older ? [older] : [])]),
];
