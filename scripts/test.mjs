import { setup } from './setup.mjs'

// `npm test`: gates and all tests but the slow ones. `--all` (`npm run test:all`) adds those and the packaging tests; `--long`
// (`npm run test:long`) adds more seeds and more runtimes to them, and takes each guard away once (`npm run mutate`).
await setup()
// Imported afterwards: setup may just have installed what these import.
const [{ runGates }, { runSteps }, { runVitest }, { misplacedTests }] = await Promise.all([
  import('./lib/gates.mjs'),
  import('./lib/steps.mjs'),
  import('./lib/vitest.mjs'),
  import('./lib/misplaced-tests.mjs'),
])
const gates = await runGates()
const isLong = process.argv.includes('--long')
const isWhole = isLong || process.argv.includes('--all')
const tests = await runVitest(
  ['unit', 'architecture', 'integration', 'e2e', ...(isWhole ? ['packaging'] : [])],
  isWhole ? { GALLA_LONG: isLong ? '1' : '' } : { GALLA_FAST_TESTS: '1' },
)
const misplaced = await runSteps([
  { name: 'every test file ran in one project', run: () => misplacedTests(tests.files, { isWhole }) },
])

const guards = isLong ? await (await import('./mutate/mutate.mjs')).mutate([]) : { passed: 0, failed: [] }

const skips = new Map()
for (const { file, reason } of tests.skipped) {
  const line = `${file} (${reason})`
  skips.set(line, (skips.get(line) ?? 0) + 1)
}
for (const [line, count] of skips) console.log(`skipped: ${count} of ${line}`)
// Again at the end: a long log is often shown by its last lines.
const notGreen = [...gates.failed, ...misplaced.failed, ...tests.failures, ...guards.failed]
if (notGreen.length > 0) console.log(`\nFailed:\n\n${notGreen.join('\n\n')}`)
// A gate counts as one test: a total that is green while the types are red would be wrong.
const failed = tests.failed + gates.failed.length + misplaced.failed.length + guards.failed.length
const passed = tests.passed + gates.passed + misplaced.passed + guards.passed
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
