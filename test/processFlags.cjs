// axios asks for these flags at every request. Jest's copy of `process` would make the whole set anew each time, which
// takes longer than many a request.
const { allowedNodeEnvironmentFlags: value } = process;
Object.defineProperty(process, 'allowedNodeEnvironmentFlags', { value });
