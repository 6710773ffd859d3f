// The programs of data sources for the native plugin come from their examples in TypeScript.
import type { Contract } from '../../../contract/document';
import type { Areas } from '../../dataSources';
import { ContractTypes, ownTypeOf } from '../../pulumi/pulumiContractTypes';
import { lookUpOf } from './fromTypeScript';
import type { LookUp } from './lookUp';

/** @param programOf the example of a data source in TypeScript. */
export function lookUpsOf(
  areas: Areas,
  resources: readonly string[],
  contract: Contract,
  programOf: (name: string) => string,
): Map<string, LookUp> {
  const types = new ContractTypes(contract);
  return new Map(
    Object.values(areas)
      .flatMap((area) => Object.entries(area))
      .map(([name, { result }]) => {
        // The SDK for Go has a type for each resource, and one for the answer of each function.
        const isTakenInGo =
          resources.includes(name.replace('get', '')) ||
          ownTypeOf(name, result) === name.replace('get', 'Get');
        return [name, lookUpOf(name, result, programOf(name), types, isTakenInGo)];
      }),
  );
}
