// axios reads these flags at every request. Jest's copy of `process` would build the whole set each time, which often
// takes longer than the request.
const { allowedNodeEnvironmentFlags: value } = process;
Object.defineProperty(process, 'allowedNodeEnvironmentFlags', { value });
