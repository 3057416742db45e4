import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { alone } from './lib/alone.mjs'
import { hashOf } from './lib/hash.mjs'
import { isMain } from './lib/is-main.mjs'
import { at, cache } from './lib/paths.mjs'
import { runSteps } from './lib/steps.mjs'
import { targets } from './lib/targets.mjs'
import { setup } from './setup.mjs'

/** Two at a time: each is a process of its own, and the usual machine has two cores. */
const AT_ONCE = 2

/** Builds what is stale. `quiet`: says nothing when nothing had to be done. `tell`: where its lines go. */
export const build = (options) => alone('build', () => buildStale(options))

async function buildStale({ force = false, quiet = false, tell = console.log } = {}) {
  const hashed = targets().map((target) => ({ target, hash: hashOf(target.inputs.map((path) => at(path))) }))
  const waiting = hashed.filter(({ target, hash }) => force || !isFresh(target, hash))
  if (waiting.length === 0 && !quiet) tell('Everything is built.')
  const results = await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      const failed = []
      for (let next = waiting.shift(); next; next = waiting.shift()) failed.push(...(await make(next, tell)))
      return failed
    }),
  )
  return { failed: results.flat() }
}

async function make({ target, hash }, tell) {
  const { failed } = await runSteps([{ name: `build ${target.name}`, run: () => target.run() }], tell)
  if (failed.length === 0) remember(target, hash)
  return failed.length > 0 ? [target.name] : []
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
  if (failed.length > 0) process.exitCode = 1
}
