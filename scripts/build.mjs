import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { targets } from './lib/build-targets.mjs'
import { hashOf } from './lib/hash.mjs'
import { isMain } from './lib/is-main.mjs'
import { withLock } from './lib/lock.mjs'
import { at, cache } from './lib/paths.mjs'
import { runSteps } from './lib/steps.mjs'
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
  const hashed = targets()
    .filter(only)
    .map((target) => ({ target, hash: hashOf(target.inputs.map((path) => at(path))) }))
  const waiting = hashed.filter(({ target, hash }) => force || !isFresh(target, hash))
  if (waiting.length === 0 && !quiet) print('Everything is built.')
  const steps = waiting.map(({ target, hash }) => ({
    name: target.name,
    async run() {
      const built = await target.run()
      if (built.ok) remember(target, hash)
      return built
    },
  }))
  return runSteps(steps, { workers: CONCURRENCY, print })
}

const noteOf = ({ name }) => join(cache, 'built', `${name.replace(/\W+/g, '-')}.txt`)

const isFresh = (target, hash) =>
  target.outputs.every((file) => existsSync(at(file))) &&
  existsSync(noteOf(target)) &&
  readFileSync(noteOf(target), 'utf8') === hash

function remember(target, hash) {
  mkdirSync(join(cache, 'built'), { recursive: true })
  writeFileSync(noteOf(target), hash)
}

if (isMain(import.meta)) {
  await setup()
  const { failed } = await build({ force: process.argv.includes('--force') })
  // Nothing waits for the documentation, so `build()` leaves it out: checks and tests of the code do not pay for it.
  const { buildDocs } = await import('./docs/build-site.mjs')
  const docs = await runSteps([{ name: 'build documentation', run: () => buildDocs() }])
  if (failed.length + docs.failed.length > 0) process.exitCode = 1
}
