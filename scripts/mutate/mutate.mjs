import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { withLock } from '../lib/lock.mjs'
import { cache } from '../lib/paths.mjs'
import { runSteps } from '../lib/steps.mjs'
import { copyTree } from '../release/tree.mjs'
import { MUTATIONS } from './guards.mjs'
import { endGroup, notGreen, runTests, tryMutation } from './run-mutation.mjs'

const COPIES = join(cache, 'mutate')
/** Tests wait for PostgreSQL and for timers about half of their time. */
const WORKERS = Math.min(4, availableParallelism())
/** All named tests together, before anything is taken away. Milliseconds. */
const GREEN_LIMIT_MS = 1_800_000

/**
 * Takes guards away, one after the other, each in a copy of the work tree, and runs the tests that must go red. Prints a line for each as it ends.
 * @param {readonly string[]} names texts of names; none: every guard
 * @returns {Promise<{ passed: number, failed: string[] }>} how many turned a test red, and what did not
 */
export const mutate = (names) => withLock('mutate', () => mutateAlone(names))

async function mutateAlone(names) {
  const chosen = MUTATIONS.filter(({ name }) => names.length === 0 || names.some((text) => name.includes(text)))
  const workers = Math.min(WORKERS, chosen.length)
  const folderOf = (worker) => join(COPIES, String(worker))
  const children = new Set()
  const onStart = (child) => {
    children.add(child)
    child.on('close', () => children.delete(child))
  }
  const abort = () => {
    for (const child of children) endGroup(child)
    process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, abort)
  const before = {
    name: 'the named tests are green before anything is taken away',
    async run() {
      if (chosen.length === 0) return { ok: false, output: `No guard has a name that contains ${names.join(' or ')}` }
      for (let worker = 0; worker < workers; worker += 1) {
        copyTree(folderOf(worker))
        // Results of former runs, which this tree shares: a run writes them.
        rmSync(join(folderOf(worker), 'node_modules/.vite'), { recursive: true, force: true })
      }
      const tests = chosen.flatMap((mutation) => mutation.tests)
      const red = notGreen(await runTests(folderOf(0), tests, { onStart, limitMs: GREEN_LIMIT_MS }), tests)
      return { ok: red.length === 0, output: red.join('\n') }
    },
  }
  const each = chosen.map((mutation) => ({
    name: mutation.name,
    async run(worker) {
      const { verdict, failed, note } = await tryMutation(folderOf(worker), mutation, { onStart })
      return { ok: verdict === 'red', note: `${verdict}, ${failed} failed`, output: note }
    },
  }))
  try {
    const green = await runSteps([before])
    return green.failed.length > 0 ? { passed: 0, failed: green.failed } : await runSteps(each, { workers })
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM']) process.removeListener(signal, abort)
    rmSync(COPIES, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}
