/**
 * Tests that start, starve and kill whole processes, send load or many random inputs, run the official client beside ours, or
 * compile samples: `npm run test:all` runs them, as CI does; `npm test` and `npm run check` do not (they set `GALLA_FAST_TESTS`).
 * Only `*` and `**` are patterns.
 */
export const SLOW_TESTS = [
  'packages/gateway/test/crash/**/*.test.ts',
  'packages/gateway/test/backup.test.ts',
  'packages/gateway/test/callback-floods.test.ts',
  'packages/gateway/test/callback-fuzz.test.ts',
  'packages/gateway/test/database-away.test.ts',
  'packages/gateway/test/delivery-crash.test.ts',
  'packages/gateway/test/failover.test.ts',
  'packages/gateway/test/kills.test.ts',
  'packages/gateway/test/model/**/*.test.ts',
  'packages/gateway/test/opening.test.ts',
  'packages/gateway/test/receiving-under-load.test.ts',
  'packages/gateway/test/replicas.test.ts',
  'packages/gateway/test/upgrade/**/*.test.ts',
  'packages/postgres/test/**/*.test.ts',
  'packages/sdk/test/callbacks/fuzz.test.ts',
  'packages/sdk/test/exit/**/*.test.ts',
  'packages/sdk/test/compat/migration.test.ts',
  'packages/sdk/test/compat/types.test.ts',
  'packages/sdk/test/compat/differential/**/*.test.ts',
  'packages/sdk/test/secrets/secret-leaks.test.ts',
  'packages/cli/test/gateway.test.ts',
  'apps/console/src/**/*-code.test.ts',
  'examples/**/*.test.ts',
  'docs/**/*.test.ts',
]
