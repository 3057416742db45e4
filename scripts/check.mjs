import { baseCommit } from './lib/base-commit.mjs'
import { setup } from './setup.mjs'

// `npm run check`: gates, all unit and architecture tests, and of the fast integration tests those that import what differs from
// `origin/main` (or from the commit before the last). `--all` runs every fast integration test. No browser, no other runtime, no crash test.
await setup()
// Imported afterwards: setup may just have installed what these import.
const [{ runGates }, { runVitest }] = await Promise.all([import('./lib/gates.mjs'), import('./lib/vitest.mjs')])
const gates = await runGates()
const fast = { GALLA_FAST_TESTS: '1' }
const base = process.argv.includes('--all') ? undefined : baseCommit()
const runs = base
  ? [
      await runVitest(['unit', 'architecture'], fast),
      await runVitest(['integration'], fast, ['--changed', base, '--passWithNoTests']),
    ]
  : [await runVitest(['unit', 'architecture', 'integration'], fast)]
const passed = runs.reduce((sum, run) => sum + run.passed, 0)
const failed = runs.reduce((sum, run) => sum + run.failed, 0)
console.log(`\n${passed + gates.passed} passed, ${failed + gates.failed.length} failed`)
if (base) console.log(`Integration tests of what differs from ${base.slice(0, 10)}; npm run check -- --all runs all.`)
if (gates.failed.length > 0) console.log(`Failed: ${gates.failed.join(', ')}`)
if (gates.failed.length > 0 || failed > 0) process.exitCode = 1
