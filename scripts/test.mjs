import { setup } from './setup.mjs'

// `npm test`: gates and all tests but the slow ones. `--all` (`npm run test:all`) adds those and the packaging tests; `--long`
// (`npm run test:long`) adds more seeds and more runtimes to them, and takes each guard away once (`npm run mutate`).
await setup()
// Imported afterwards: setup may just have installed what these import.
const [{ runGates }, { runVitest }] = await Promise.all([import('./lib/gates.mjs'), import('./lib/vitest.mjs')])
const isLong = process.argv.includes('--long')
const isWhole = isLong || process.argv.includes('--all')
const gates = await runGates()
const tests = await runVitest(
  ['unit', 'architecture', 'integration', 'e2e', ...(isWhole ? ['slow', 'long', 'pages', 'packaging'] : [])],
  { GALLA_LONG: isLong ? '1' : '' },
)
const guards = isLong ? await (await import('./mutate/mutate.mjs')).mutate([]) : { passed: 0, failed: [] }

// Again at the end: a long log is often shown by its last lines.
const failures = [...gates.failed, ...tests.failures, ...guards.failed]
if (failures.length > 0) console.log(`\nFailed:\n\n${failures.join('\n')}`)
// A gate counts as one test: a total that is green while the types are red would be wrong.
console.log(`\n${gates.passed + tests.passed + guards.passed} passed, ${failures.length} failed`)
process.exitCode = failures.length > 0 ? 1 : 0
