import { setup } from './setup.mjs'

// `npm run check`: gates, unit and architecture tests, and the integration tests that import what is not committed (`-- main`: what differs from
// that commit). No browser, no other runtime, no crash test.
await setup()
// Imported afterwards: setup may just have installed what these import.
const [{ runGates }, { runVitest }] = await Promise.all([import('./lib/gates.mjs'), import('./lib/vitest.mjs')])
const [base] = process.argv.slice(2)
const gates = await runGates()
const runs = [
  await runVitest(['unit', 'architecture']),
  await runVitest(['integration'], {}, [base ? `--changed=${base}` : '--changed', '--passWithNoTests']),
]
const passed = runs.reduce((sum, run) => sum + run.passed, gates.passed)
const failures = [...gates.failed, ...runs.flatMap((run) => run.failures)]
if (failures.length > 0) console.log(`\nFailed:\n\n${failures.join('\n')}`)
console.log(`\n${passed} passed, ${failures.length} failed`)
process.exitCode = failures.length > 0 ? 1 : 0
