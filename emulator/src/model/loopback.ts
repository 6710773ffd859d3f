import { unavailable } from './errors';

/**
 * A part of 127.64.0.0/10 that belongs to one emulator: of its public addresses the second byte is 64 plus this number,
 * of its private ones 96 plus this number. `single` is the only address where 127.0.0.1 is the only one.
 */
export type Block = number | 'single';

/** The number of blocks, and so of emulators on one computer whose machines answer. */
export const mostBlocks = 32;
/** The number of machines of one block. */
const mostMachines = 1000;

const firstPublic = 64;
const firstPrivate = 96;
const inOneByte = 250;
const single = '127.0.0.1';

/** Neither the first nor the last address of a /24 is used. */
const addressAt = (second: number, place: number): string =>
  `127.${second}.${Math.floor(place / inOneByte)}.${1 + (place % inOneByte)}`;

/** An address of a block that no machine has. */
export const reservedAddress = (block: Block): string =>
  block === 'single' ? single : `127.${firstPublic + block}.255.254`;

/** The block of a private address; undefined if the address is not on loopback. */
export function blockOf(privateAddress: string | null): Block | undefined {
  if (privateAddress === single) return 'single';
  const second = Number(/^127\.(\d+)\./.exec(privateAddress ?? '')?.[1]);
  return second >= firstPrivate && second < firstPrivate + mostBlocks ? second - firstPrivate : undefined;
}

/** The public address of the machine with this private address; undefined if that is not on loopback. */
export function publicAddressOf(privateAddress: string | null): string | undefined {
  const block = blockOf(privateAddress);
  if (block === undefined) return undefined;
  if (block === 'single') return single;
  return privateAddress?.replace(/^127\.\d+/, `127.${firstPublic + block}`);
}

/** The loopback addresses of machines that answer. A machine has a public and a private one, at the same place. */
export class LoopbackAddresses {
  private block: Block | undefined;
  private next = 0;
  private readonly sources: (() => Iterable<string>)[] = [];

  /** Gives addresses of this block to machines from now on. */
  open(block: Block): void {
    this.block = block;
  }

  /** Whether new machines get loopback addresses. */
  get isOpen(): boolean {
    return this.block !== undefined;
  }

  /** Adds a kind of machine: the source lists the private addresses in use. */
  use(source: () => Iterable<string>): void {
    this.sources.push(source);
  }

  /** All private addresses in use. */
  *inUse(): Iterable<string> {
    for (const source of this.sources) yield* source();
  }

  /** The private address of a new machine. Addresses of deleted machines are given again as late as possible. */
  take(): string {
    const { block } = this;
    if (block === undefined) throw new Error('The machines of this emulator do not answer.');
    const taken = new Set(this.inUse());
    if (block === 'single') {
      if (taken.has(single))
        throw unavailable(
          'There is no capacity for a second machine that answers (--machines-answer): outside of Linux, 127.0.0.1 is the only loopback address. Delete the machine first.',
        );
      return single;
    }
    for (let tried = 0; tried < mostMachines; tried += 1) {
      const address = addressAt(firstPrivate + block, this.next);
      this.next = (this.next + 1) % mostMachines;
      if (!taken.has(address)) return address;
    }
    throw unavailable(
      'There is no capacity for more than 1,000 machines that answer (--machines-answer). Delete one first.',
    );
  }
}
