import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { cache } from '../lib/paths.mjs'
import { copyTree } from '../release/tree.mjs'
import { MUTATIONS } from './guards.mjs'
import { endGroup, notGreen, runTests, tryMutation } from './run-mutation.mjs'

const copies = join(cache, 'mutate')
/** Tests wait for PostgreSQL and for timers about half of their time. */
const WORKERS = Math.min(4, availableParallelism())

/**
 * Takes guards away, one after the other, each in a copy of the work tree, and runs the tests that must go red. Prints a line for each as it ends.
 * @param {readonly string[]} names texts of names; none: every guard
 * @returns {Promise<{ passed: number, failed: string[] }>} how many turned a test red, and what did not
 */
export async function mutate(names) {
  const chosen = MUTATIONS.filter(({ name }) => names.length === 0 || names.some((text) => name.includes(text)))
  if (chosen.length === 0)
    return { passed: 0, failed: [fail(`No guard has a name that contains ${names.join(' or ')}`)] }
  const children = new Set()
  const folders = Array.from({ length: Math.min(WORKERS, chosen.length) }, (_, at) =>
    join(copies, `${process.pid}-${at}`),
  )
  const cleanUp = () => {
    for (const child of children) endGroup(child)
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  const abort = () => {
    cleanUp()
    process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, abort)
  const options = {
    onStart(child) {
      children.add(child)
      child.on('close', () => children.delete(child))
    },
  }
  try {
    removeStale()
    mkdirSync(copies, { recursive: true })
    for (const folder of folders) {
      copyTree(folder)
      // Results of former runs, which this tree shares: a run writes them.
      rmSync(join(folder, 'node_modules/.vite'), { recursive: true, force: true })
    }
    const red = await unmutated(folders[0], chosen, options)
    if (red.length > 0) return { passed: 0, failed: red.map(fail) }
    const failed = []
    const waiting = [...chosen]
    const work = async (folder) => {
      for (let mutation = waiting.shift(); mutation; mutation = waiting.shift()) {
        const startedMs = performance.now()
        const { verdict, failed: count, note } = await tryMutation(folder, mutation, options)
        const isFine = verdict === 'red'
        const seconds = ((performance.now() - startedMs) / 1000).toFixed(1).padStart(6)
        console.log(
          `${isFine ? '✓' : '✗'} ${seconds} s  ${verdict.padEnd(8)}  ${mutation.name}  (${count} failed: ${note})`,
        )
        if (!isFine) failed.push(`${mutation.name}: ${verdict}`)
      }
    }
    await Promise.all(folders.map(work))
    console.log(
      `\n${chosen.length - failed.length} of ${chosen.length} guards turn a test red when they are taken away`,
    )
    for (const one of failed) console.log(`✗ ${one}`)
    return { passed: chosen.length - failed.length, failed }
  } finally {
    cleanUp()
    for (const signal of ['SIGINT', 'SIGTERM']) process.removeListener(signal, abort)
  }
}

/** The named tests that are red before anything was taken away. */
async function unmutated(folder, chosen, options) {
  const startedMs = performance.now()
  const tests = chosen.flatMap((mutation) => mutation.tests)
  const red = notGreen(await runTests(folder, tests, { ...options, limitMs: 1_800_000 }), tests)
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1).padStart(6)
  console.log(`${red.length === 0 ? '✓' : '✗'} ${seconds} s  the named tests are green before anything is taken away`)
  return [...new Set(red)]
}

function fail(line) {
  console.error(`✗ ${line}`)
  return line
}

/** Copies of a run that was killed. */
function removeStale() {
  if (!existsSync(copies)) return
  for (const name of readdirSync(copies)) {
    if (!isAlive(Number.parseInt(name, 10))) rmSync(join(copies, name), { recursive: true, force: true })
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
