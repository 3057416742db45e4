import { setup } from './setup.mjs'

// `npm test`: everything that CI runs. `--long` adds the long runs: more seeds, more runtimes.
await setup()
// Only now: what these import may just have been installed.
const [{ GATES }, { runSteps }, { runVitest }] = await Promise.all([
  import('./lib/gates.mjs'),
  import('./lib/steps.mjs'),
  import('./lib/vitest.mjs'),
])
const env = process.argv.includes('--long') ? { GALLA_LONG: '1' } : {}
const totals = { passed: 0, failed: 0, skipped: [] }

const tests = (name, ...projects) => ({
  name,
  async run() {
    const { ok, output, passed, failed, skipped } = await runVitest(projects, { env })
    totals.passed += passed
    totals.failed += failed
    totals.skipped.push(...skipped)
    return {
      ok: ok && failed === 0,
      output,
      note: `${passed} passed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`,
    }
  },
})

const gates = await runSteps(GATES)
await runSteps([
  tests('laws and unit tests', 'unit', 'rooms'),
  tests('guides and batteries', 'batteries'),
  tests('tests in a browser', 'browser'),
  tests('packed, on every runtime', 'slow'),
])

// A gate counts as one test: a total that is green while the types are red would not be true.
const failed = totals.failed + gates.failed.length
for (const name of totals.skipped) console.log(`skipped: ${name}`)
console.log(`\n${totals.passed + gates.passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
