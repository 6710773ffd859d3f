// The resources that the plugin serves, by their type tokens.
import { pluginToken } from '../core/urn';
import type { Shape } from '../core/validation/shape';
import type { ResourceVerbs } from '../provider/engine/verbs';
import { verbsOf } from '../provider/engine/verbs';
import * as described from '../provider/resources';
import type { ResourceDefinition } from '../provider/schema/define';
import type { SecretPath } from '../provider/schema/derived/secretPaths';
import type { ResourceSchema } from '../provider/schema/resourceSchema';
import { UserFacingError } from '../provider/run/errors';
import type { Properties } from './protocol/values';

/** A resource with its verbs. */
export interface Kind {
  readonly schema: ResourceSchema;
  readonly verbs: ResourceVerbs<Properties, Properties>;
  /** The forms of the inputs. */
  readonly shapes: Readonly<Record<string, Shape>>;
  /** The outputs that are always secret. */
  readonly secrets: readonly string[];
  /** The inputs within others that are always secret. */
  readonly secretPaths: readonly SecretPath[];
  /** The inputs that are secret after `.get` and an import. */
  readonly secretsWhenRead: readonly string[];
}

const kinds: ReadonlyMap<string, Kind> = new Map(
  Object.values(described)
    .map((resource): { schema: ResourceSchema; definition: ResourceDefinition<Properties, Properties> } => ({
      schema: resource.schema,
      // The engine sends any properties; check refuses what does not fit the exact types of the resource.
      definition: resource as unknown as ResourceDefinition<Properties, Properties>,
    }))
    // The engine's own resource for the provider takes the place of the hidden owner.
    .filter(({ schema }) => !schema.isInternal)
    .flatMap(({ schema, definition }) => {
      const all = Object.entries({ ...schema.inputs, ...schema.outputs });
      const secrets = all.filter(([, { secret }]) => secret).map(([name]) => name);
      const { shapes, secretPaths, secretsWhenRead } = definition;
      const verbs = verbsOf(definition);
      const kind: Kind = { schema, verbs, shapes, secrets, secretPaths, secretsWhenRead };
      return tokensOf(schema).map((token) => [token, kind] as const);
    }),
);

/** The names of the resources that cost money. */
export const billedTypes: readonly string[] = Object.values(described).flatMap(({ schema }) =>
  'billed' in schema ? [schema.name] : [],
);

/** The token of a resource, and its token in state of an older plugin. */
function tokensOf({ name, typeName = name }: ResourceSchema): string[] {
  return [...new Set([name, typeName])].map(pluginToken);
}

/** The resource of a URN, `urn:pulumi:<stack>::<project>::<parent types>$<type>::<name>`. */
export function kindOf(urn: string): Kind {
  const token = urn.split('::')[2]?.split('$').pop() ?? '';
  const kind = kinds.get(token);
  if (kind) return kind;
  throw new UserFacingError(`There is no resource ${token}; there are ${[...kinds.keys()].join(', ')}.`);
}
