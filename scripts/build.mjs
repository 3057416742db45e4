import { targets } from './lib/build-targets.mjs'
import { isMain } from './lib/is-main.mjs'
import { withLock } from './lib/lock.mjs'
import { runSteps } from './lib/steps.mjs'
import { lastSuccess } from './lib/unless-unchanged.mjs'
import { setup } from './setup.mjs'

/** @typedef {ReturnType<typeof targets>[number]} Target */

/** Each target is a process of its own. */
const CONCURRENCY = 2

/**
 * Builds what is stale.
 * @param {{ force?: boolean, quiet?: boolean, only?: (target: Target) => boolean, print?: (line: string) => void }} options `force`: build what
 *   is not stale, too; `quiet`: print nothing when nothing is stale; `only`: the targets to look at
 * @returns {Promise<{ failed: string[] }>} names of the targets that could not be built
 */
export const build = (options = {}) => withLock('build', () => buildStale(options))

async function buildStale({ force = false, quiet = false, only = (_) => true, print = console.log }) {
  const waiting = targets()
    .filter(only)
    .map((target) => ({ target, last: lastSuccess(`build ${target.name}`, target.inputs, target.outputs) }))
    .filter(({ last }) => force || !last.holds)
  if (waiting.length === 0 && !quiet) print('Everything is built.')
  const steps = waiting.map(({ target, last }) => ({ name: target.name, run: () => last.renew(target.run) }))
  return runSteps(steps, { workers: CONCURRENCY, print })
}

if (isMain(import.meta)) {
  await setup()
  const { failed } = await build({ force: process.argv.includes('--force') })
  // Nothing waits for the documentation, so `build()` leaves it out: checks and tests of the code do not pay for it.
  const { buildDocs } = await import('./docs/build-site.mjs')
  const docs = await runSteps([{ name: 'build documentation', run: () => buildDocs() }])
  if (failed.length + docs.failed.length > 0) process.exitCode = 1
}
