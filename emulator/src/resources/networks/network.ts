import { locationCodes } from '../../model/catalogue';
import { flag, instant, nullable, oneOf, rowOf, text } from '../../model/rows';
import { cidrField } from './cidr';
import type { Owned } from '../../model/projects';
import type { Cidr } from './cidr';

/** A network of a project's machines. */
export interface PrivateNetwork extends Owned {
  name: string;
  mode: string;
  isDefault: boolean;
  createdByUserId: string;
  createdAt: number;
}

export const networkRow = rowOf<PrivateNetwork>({
  projectId: text,
  name: text,
  mode: text,
  isDefault: flag,
  createdByUserId: text,
  createdAt: instant,
});

/** A network's addresses in one location. */
export interface Subnet extends Owned {
  networkId: string;
  location: string;
  name: string;
  cidr: Cidr;
  isDefault: boolean;
  /** The instance through which the other machines of the subnet reach the internet. */
  defaultRouteInstanceId: string | null;
  createdByUserId: string;
  createdAt: number;
}

export const subnetRow = rowOf<Subnet>({
  projectId: text,
  networkId: text,
  location: oneOf(locationCodes),
  name: text,
  cidr: cidrField,
  isDefault: flag,
  defaultRouteInstanceId: nullable(text),
  createdByUserId: text,
  createdAt: instant,
});

/** An address in use. Machines have addresses in the default network. */
export interface Addressed {
  projectId: string;
  /** Absent for the default network. */
  networkId?: string;
  address: number;
}

export interface NewSubnet {
  name: string;
  locationCode: string;
  cidr: string;
  defaultRouteInstanceId?: string | undefined;
}
