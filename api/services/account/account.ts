import type { CallOptions } from '../../options';
import type { Balance } from '../../schema';
import type { Send } from '../../http/send';

/** The project's account. */
export class AccountApi {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** The balance of the project, and the currency in which everything is billed. */
  async balance(options?: CallOptions): Promise<Balance> {
    return this.#send({ ...options, method: 'GET', path: '/v1/balance', expects: 'object' });
  }
}
