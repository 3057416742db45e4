/**
 * Left out of `npm test` and `npm run check` (they set `GALLA_FAST_TESTS`), so that the first takes minutes: what starts, starves and kills
 * processes, sends load or many random inputs, runs the official client beside ours or compiles samples; the attacks; and files of more
 * than half a minute. `npm run test:all` runs them, as CI does. Only `*` and `**` are patterns.
 */
export const SLOW_TESTS = [
  'packages/gateway/test/attacks/**/*.test.ts',
  'packages/gateway/test/crash/**/*.test.ts',
  'packages/gateway/test/backup.test.ts',
  'packages/gateway/test/callback-floods.test.ts',
  'packages/gateway/test/callback-fuzz.test.ts',
  'packages/gateway/test/database-away.test.ts',
  'packages/gateway/test/database-settings.test.ts',
  'packages/gateway/test/delivery-crash.test.ts',
  'packages/gateway/test/encryption.test.ts',
  'packages/gateway/test/failover.test.ts',
  'packages/gateway/test/handler-isolation.test.ts',
  'packages/gateway/test/kills.test.ts',
  'packages/gateway/test/model/**/*.test.ts',
  'packages/gateway/test/oidc.test.ts',
  'packages/gateway/test/opening.test.ts',
  'packages/gateway/test/order-schedule.test.ts',
  'packages/gateway/test/receiving-under-load.test.ts',
  'packages/gateway/test/refund-files.test.ts',
  'packages/gateway/test/replicas.test.ts',
  'packages/gateway/test/upgrade/**/*.test.ts',
  'packages/postgres/test/**/*.test.ts',
  'packages/sdk/test/callbacks/fuzz.test.ts',
  'packages/sdk/test/exit/**/*.test.ts',
  'packages/sdk/test/compat/migration.test.ts',
  'packages/sdk/test/compat/types.test.ts',
  'packages/sdk/test/compat/differential/**/*.test.ts',
  'packages/sdk/test/secrets/secret-leaks.test.ts',
  'packages/cli/test/gateway*.test.ts',
  'apps/console/src/**/*-code.test.ts',
  'examples/**/*.test.ts',
  'docs/**/*.test.ts',
]

/** Of these, what runs for minutes: crashes, floods, random lives, upgrades, compilers, other people's programs. */
const LONG_TESTS = [
  'packages/gateway/test/crash/**/*.test.ts',
  'packages/gateway/test/callback-floods.test.ts',
  'packages/gateway/test/callback-fuzz.test.ts',
  'packages/gateway/test/failover.test.ts',
  'packages/gateway/test/kills.test.ts',
  'packages/gateway/test/model/**/*.test.ts',
  'packages/gateway/test/receiving-under-load.test.ts',
  'packages/gateway/test/upgrade/**/*.test.ts',
  'packages/sdk/test/compat/**/*.test.ts',
  'packages/cli/test/gateway*.test.ts',
  'apps/console/src/**/*-code.test.ts',
  'examples/**/*.test.ts',
  'docs/**/*.test.ts',
]

export const BROWSER_TESTS = ['apps/*/test/browser/**/*.test.ts', 'packages/*/test/browser/**/*.test.ts']

/**
 * The browser tests of `npm test`: the way of an order through each application, and a payment page whose parts do not load. The others look
 * at single pages and states.
 */
export const FAST_BROWSER_TESTS = [
  'apps/checkout-page/test/browser/failed-parts.test.ts',
  'apps/checkout-page/test/browser/pay.test.ts',
  'apps/console/test/browser/login.test.ts',
  'apps/console/test/browser/order.test.ts',
  'apps/console/test/browser/whole-flow.test.ts',
  'apps/shop/test/browser/buy.test.ts',
  'packages/react/test/browser/checkout.test.ts',
  'packages/react/test/browser/pay.test.ts',
]

/** Whether `npm test` leaves a test file out. */
export const isSlow = (file) =>
  SLOW_TESTS.some((pattern) => matches(pattern, file)) ||
  (BROWSER_TESTS.some((pattern) => matches(pattern, file)) && !FAST_BROWSER_TESTS.includes(file))

/** The time limit of each test of a file that needs more than the default, in milliseconds. */
export const limitOf = (file) => {
  if (LONG_TESTS.some((pattern) => matches(pattern, file))) return 300_000
  return isSlow(file) ? 120_000 : undefined
}

/** Patterns and names above that fit none of the files. */
export const patternsWithoutFile = (files) =>
  [...SLOW_TESTS, ...LONG_TESTS, ...BROWSER_TESTS, ...FAST_BROWSER_TESTS].filter(
    (pattern) => !files.some((file) => matches(pattern, file)),
  )

/** `**` stands for any folders, `*` for any part of a name. */
function matches(pattern, file) {
  const source = pattern
    .split('**/')
    .map((part) => part.replaceAll('.', '\\.').replaceAll('*', '[^/]*'))
    .join('(?:.+/)?')
  return new RegExp(`^${source}$`).test(file)
}
