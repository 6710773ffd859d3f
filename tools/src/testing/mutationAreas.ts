// The areas of `npm run mutation`.

/** Code to change, and the quick tests that should notice it: files, and folders without the folders in them. */
interface MutationArea {
  readonly code: readonly string[];
  readonly tests: readonly string[];
}

export const MUTATION_AREAS: Readonly<Record<string, MutationArea>> = {
  'change-rules': {
    code: ['provider/schema/derived'],
    tests: ['test/unit/provider/schema', 'test/unit/provider/schema/derived'],
  },
  'rate-limiting': {
    code: ['api/http/rateLimit'],
    // Not the tests of bursts, arrivals and shared projects, which take longer than all others.
    tests: [
      'test/unit/api/http/rateLimit/heldRequests.test.ts',
      'test/unit/api/http/rateLimit/rateLimitHeaders.test.ts',
      'test/unit/api/http/rateLimit/rateLimits.test.ts',
      'test/unit/api/http/rateLimit/refusedRequests.test.ts',
      'test/unit/api/http/rateLimit/serverHeaders.test.ts',
    ],
  },
  retry: {
    code: ['api/http/retry', 'api/http/time/deadline.ts', 'api/http/time/retryAfter.ts'],
    tests: [
      'test/unit/api/http/retry',
      'test/unit/api/http/time/deadline.test.ts',
      'test/unit/api/http/time/retryAfter.test.ts',
      'test/unit/api/http/errorMapping.test.ts',
    ],
  },
  'create-once': {
    code: ['core/pendingTag.ts', 'core/orphans/intentLog.ts', 'provider/lifecycle/createOnce'],
    tests: [
      'test/unit/core/pendingTag.test.ts',
      'test/unit/core/orphans/intentLog.test.ts',
      'test/provider/runs/interrupted.test.ts',
      'test/provider/clusters/interruptedOrders.test.ts',
      'test/provider/instances/interruptedOrders.test.ts',
      'test/provider/runs/copiedTags.test.ts',
      'test/provider/volumes/interruptedOrders.test.ts',
    ],
  },
};

/** Patterns for the files of an area. */
export function filesOf({ code, tests }: MutationArea): {
  readonly code: string[];
  readonly tests: string[];
} {
  const patterns = (paths: readonly string[], end: string) =>
    paths.map((path) => (path.endsWith('.ts') ? path : `${path}/*${end}`));
  return { code: patterns(code, '.ts'), tests: patterns(tests, '.test.ts') };
}
