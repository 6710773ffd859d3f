import { blockOf, mostBlocks, reservedAddress } from '../model/loopback';
import { closed, listenOn } from './ports';
import type { Block, LoopbackAddresses } from '../model/loopback';

/** Who listens on this port of the reserved address of a block has the block. */
const lockPort = 64_064;

export interface Reservation {
  block: Block;
  release: () => Promise<void>;
}

/**
 * Reserves a block of loopback addresses, so that several emulators on one computer do not give the same ones: the
 * block of existing machines, or the first free one.
 */
export async function reserveBlock(loopback: LoopbackAddresses): Promise<Reservation> {
  // Elsewhere 127.0.0.1 is the only loopback address that works without set-up.
  if (process.platform !== 'linux') return { block: 'single', release: () => Promise.resolve() };
  const known = [...loopback.inUse()].map(blockOf).filter((block) => typeof block === 'number');
  const all = Array.from({ length: mostBlocks }, (_, block) => block);
  for (const block of new Set([...known, ...all])) {
    const lock = await listenOn(reservedAddress(block), lockPort);
    if (lock !== undefined) return { block, release: () => closed(lock) };
  }
  throw new RangeError(
    `Machines cannot answer: ${mostBlocks} other emulators on this computer have all loopback addresses. End one of them.`,
  );
}
