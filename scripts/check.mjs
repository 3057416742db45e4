import { setup } from './setup.mjs'

// `npm run check`: everything that needs no browser and no second runtime, in a coffee's time.
await setup()
// Only now: what these import may just have been installed.
const [{ GATES }, { runSteps }, { runVitest }] = await Promise.all([
  import('./lib/gates.mjs'),
  import('./lib/steps.mjs'),
  import('./lib/vitest.mjs'),
])
const { failed } = await runSteps([
  ...GATES,
  {
    name: 'laws and unit tests',
    async run() {
      const { ok, output, passed } = await runVitest(['unit', 'rooms'])
      return { ok, output, note: `${passed} passed` }
    },
  },
])
if (failed.length > 0) {
  console.log(`\nFailed: ${failed.join(', ')}`)
  process.exitCode = 1
}
