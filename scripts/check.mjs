import { setup } from './setup.mjs'

// `npm run check`: gates, unit tests and the fast integration tests. No browser, no other runtime, no crash test.
await setup()
// Imported afterwards: setup may just have installed what these import.
const [{ runGates }, { runVitest }] = await Promise.all([import('./lib/gates.mjs'), import('./lib/vitest.mjs')])
const gates = await runGates()
const tests = await runVitest(['unit', 'integration'], { GALLA_FAST_TESTS: '1' })
console.log(`\n${tests.passed + gates.passed} passed, ${tests.failed + gates.failed.length} failed`)
if (gates.failed.length > 0) console.log(`Failed: ${gates.failed.join(', ')}`)
if (gates.failed.length > 0 || tests.failed > 0) process.exitCode = 1
