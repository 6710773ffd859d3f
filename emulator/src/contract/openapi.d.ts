/** The contract as data: `dist/openapi.json` in the published package. */
declare module '#openapi' {
  const document: unknown;
  export default document;
}
