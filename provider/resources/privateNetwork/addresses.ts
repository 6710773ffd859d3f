// Checks of addresses and blocks of addresses. `node:net` parses and compares them; no library is needed for the rest,
// the first address of a block.
import { BlockList, isIP } from 'node:net';
import type { Problem } from '../../../core/validation/shape';
import { quoted } from '../../../core/validation/suggestion';
import type { InputValue } from '../../checks/plan';

const FAMILIES = { 4: 'ipv4', 6: 'ipv6' } as const;
const BITS = { 4: 32, 6: 128 } as const;

interface Block {
  readonly address: string;
  readonly prefix: number;
  readonly family: 4 | 6;
}

/** Checks blocks such as `10.0.0.0/16`. */
export const blocks = (givens: readonly InputValue[]): Problem[] =>
  givens.flatMap(({ path, value }) => {
    const block = blockIn(value);
    if (!block)
      return [{ path, reason: `${quoted(value)} is not a block of addresses, such as 10.0.0.0/16` }];
    const first = firstOf(block);
    return first === undefined || first === block.address
      ? []
      : [
          {
            path,
            reason: `${quoted(value)} is not the first address of its block: use ${first}/${String(block.prefix)}`,
          },
        ];
  });

/** Checks addresses such as `10.0.0.7`. */
export const addresses = (givens: readonly InputValue[]): Problem[] =>
  givens.flatMap(({ path, value }) =>
    isIP(value) > 0 ? [] : [{ path, reason: `${quoted(value)} is not an address, such as 10.0.0.7` }],
  );

/** Whether an address is in a block. */
export function isWithin(address: string, cidr: string): boolean {
  const [block, family] = [blockIn(cidr), isIP(address)];
  if (!block || family !== block.family) return false;
  const list = new BlockList();
  list.addSubnet(block.address, block.prefix, FAMILIES[block.family]);
  return list.check(address, FAMILIES[block.family]);
}

/** Whether two blocks have an address in common. */
export const overlap = (one: string, other: string): boolean =>
  isWithin(blockIn(one)?.address ?? '', other) || isWithin(blockIn(other)?.address ?? '', one);

/** Whether an address of a block belongs to the network: the first two and the last one of an IPv4 block do. */
export function isReserved(address: string, cidr: string): boolean {
  const block = blockIn(cidr);
  const first = block && firstOf(block);
  if (!block || first === undefined) return false;
  const offset = numberOf(address) - numberOf(first);
  return offset < 2 || offset === 2 ** (BITS[4] - block.prefix) - 1;
}

const numberOf = (address: string): number =>
  address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

function blockIn(value: string): Block | undefined {
  const [, address = '', length = ''] = /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(value) ?? [];
  const [family, prefix] = [isIP(address), Number(length)];
  return (family === 4 || family === 6) && prefix <= BITS[family] ? { address, prefix, family } : undefined;
}

/** The first address of an IPv4 block. */
function firstOf({ address, prefix, family }: Block): string | undefined {
  if (family !== 4) return undefined;
  const bits = address.split('.').map((part, index) => Number(part) & (0xff00 >> clamp(prefix - 8 * index)));
  return bits.join('.');
}

/** How many of the eight bits of a part of an IPv4 address belong to the prefix. */
const clamp = (bits: number): number => Math.min(Math.max(bits, 0), 8);
