import { invalidRequest } from '../../model/errors';
import { objectOf } from '../../model/rows';

// This is own code because each mistake in an address needs its own message, and the rest is arithmetic.

/** A block of IPv4 addresses. */
export interface Cidr {
  /** The first address, as a number. */
  first: number;
  prefix: number;
}

export const cidrField = objectOf<Cidr>({
  first: { type: 'integer', minimum: 0, maximum: 2 ** 32 - 1 },
  prefix: { type: 'integer', minimum: 0, maximum: 32 },
});

const addressPattern = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;
/** Some programs read such a number as octal. */
const leadingZero = /\b0\d/;

const sizeOf = ({ prefix }: Cidr): number => 2 ** (32 - prefix);

export const formatAddress = (address: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');

export const formatCidr = (cidr: Cidr): string => `${formatAddress(cidr.first)}/${cidr.prefix}`;

/** The address as a number; 400 names the property. */
export function parseAddress(property: string, text: string): number {
  checkNoLeadingZero(property, text);
  const parts = (addressPattern.exec(text) ?? []).slice(1).map(Number);
  if (parts.length !== 4 || parts.some((part) => part > 255)) {
    throw invalidRequest(`${property}: "${text}" is not an IPv4 address, such as 10.0.0.7.`);
  }
  return parts.reduce((address, part) => address * 256 + part, 0);
}

function checkNoLeadingZero(property: string, text: string): void {
  if (leadingZero.test(text))
    throw invalidRequest(`${property}: "${text}" has numbers with leading zeros. Leave the zeros out.`);
}

/** The block that a text such as `10.0.0.0/16` names; 400 names the property. */
export function parseCidr(property: string, text: string): Cidr {
  const [address = '', length = '', ...rest] = text.split('/');
  const prefix = Number(length);
  checkNoLeadingZero(property, text);
  if (rest.length > 0 || !/^\d{1,2}$/.test(length) || prefix > 32) {
    throw invalidRequest(`${property}: "${text}" is not a block of addresses, such as 10.0.0.0/16.`);
  }
  const cidr = { first: parseAddress(property, address), prefix };
  const first = cidr.first - (cidr.first % sizeOf(cidr));
  if (first !== cidr.first) {
    throw invalidRequest(
      `${property}: "${text}" is not the first address of its block. Use ${formatCidr({ first, prefix })}.`,
    );
  }
  return cidr;
}

export const contains = (cidr: Cidr, address: number): boolean =>
  address >= cidr.first && address < cidr.first + sizeOf(cidr);

export const overlap = (one: Cidr, other: Cidr): boolean =>
  contains(one, other.first) || contains(other, one.first);

/** Addresses available to machines: without those of the network, the gateway and the broadcast. */
export function* hostsOf(cidr: Cidr): Iterable<number> {
  for (let address = cidr.first; contains(cidr, address); address += 1)
    if (isHost(cidr, address)) yield address;
}

export const isHost = (cidr: Cidr, address: number): boolean =>
  address >= cidr.first + 2 && address < cidr.first + sizeOf(cidr) - 1;

export const hostCount = (cidr: Cidr): number => Math.max(0, sizeOf(cidr) - 3);
