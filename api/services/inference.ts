import type { CallOptions } from '../options';
import { path } from '../http/path';
import type { InferenceModel } from '../schema';
import type { Send } from '../http/send';

/** Inference models with their prices: `/v1/inference/models`. */
export class InferenceApi {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** All models, with prices in the currency of the account. */
  async models(options?: CallOptions): Promise<InferenceModel[]> {
    return this.#send({ ...options, method: 'GET', path: '/v1/inference/models', expects: 'list' });
  }

  /** One model by its code. Throws a NotFoundError. */
  async model(code: string, options?: CallOptions): Promise<InferenceModel> {
    return this.#send({
      ...options,
      method: 'GET',
      path: path`/v1/inference/models/${code}`,
      expects: 'object',
    });
  }
}
