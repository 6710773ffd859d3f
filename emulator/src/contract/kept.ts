// Generated from api/openapi.yaml by `npm run generate`; never edited.

/** The fields that the cloud stores and shows as a request sent them (`x-kept`), by the schema that shows them. */
export const kept = { Volume: ['name', 'type', 'size'], Instance: ['hostname', 'description'] } as const;
