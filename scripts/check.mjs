import { baseCommit, changedSince } from './lib/base-commit.mjs'
import { chooseTests } from './lib/choose-tests.mjs'
import { setup } from './setup.mjs'

// `npm run check`: gates, all unit and architecture tests, and of the fast integration tests those that import what differs from
// `origin/main` (or from the commit before the last), the shortest first, as many as fit into the budget.
// `--all` runs every fast integration test. No browser, no other runtime, no crash test.
const BUDGET_MS = 60_000
await setup()
// Imported afterwards: setup may just have installed what these import.
const [{ runGates }, { affectedTests, readDurations, runVitest }] = await Promise.all([
  import('./lib/gates.mjs'),
  import('./lib/vitest.mjs'),
])
const gates = await runGates()
const fast = { GALLA_FAST_TESTS: '1' }
const base = process.argv.includes('--all') ? undefined : baseCommit()
const runs = [await runVitest(['unit', 'architecture', ...(base ? [] : ['integration'])], fast)]
if (base) {
  const affected = await affectedTests('integration', base, fast)
  const changed = new Set(changedSince(base))
  const chosen = chooseTests({ affected, changed, durations: readDurations(), budgetMs: BUDGET_MS })
  if (chosen.length > 0) runs.push(await runVitest(['integration'], fast, chosen))
  console.log(
    `\n${chosen.length} of ${affected.length} fast integration test files that import what differs from ${base.slice(0, 10)} ran; npm run check -- --all runs all.`,
  )
}
const passed = runs.reduce((sum, run) => sum + run.passed, 0)
const failed = runs.reduce((sum, run) => sum + run.failed, 0)
console.log(`\n${passed + gates.passed} passed, ${failed + gates.failed.length} failed`)
if (gates.failed.length > 0) console.log(`Failed: ${gates.failed.join(', ')}`)
if (gates.failed.length > 0 || failed > 0) process.exitCode = 1
