import type { PageType } from '../page';
import type { Language } from './language';

export const typescript: Language = {
  folder: 'typescript',
  extension: 'ts',
  typeName,
  lookUp: (className) => `${className}.get('name', id)`,
  dataSourceForms:
    'Each data source is a function in two forms. `getVolumes(args)` returns a promise. `getVolumesOutput(args)` takes arguments ' +
    'that may be outputs of resources, and returns an output; its request waits for those resources. Both read the cloud at ' +
    'each preview and `up`.',
};

function typeName(type: PageType, isInput: boolean): string {
  switch (type.kind) {
    case 'text':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'any':
      return 'unknown';
    case 'inputNames':
      return 'string[]';
    case 'enum':
      return type.values.map((value) => `'${value}'`).join(' | ');
    case 'list': {
      const item = typeName(type.items, isInput);
      return item.includes(' ') ? `(${item})[]` : `${item}[]`;
    }
    case 'map':
      return `Record<string, ${typeName(type.values, isInput)}>`;
    case 'object':
      return type.name === undefined ? 'object' : `${type.name}${isInput ? 'Args' : ''}`;
    case 'code':
      return type.text;
  }
}
