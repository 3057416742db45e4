import { cruise } from 'dependency-cruiser'
import { expect, it } from 'vitest'
import { published } from '../lib/build-targets.mjs'
import { at } from '../lib/paths.mjs'

// A bundler for CommonJS reads an import at a later time as one at the start: a cycle then loads half a module.
it.each(published())('the built files of packages/%s import each other without a cycle', async (name) => {
  const { output } = await cruise(['dist'], {
    baseDir: at('packages', name),
    doNotFollow: { path: 'node_modules' },
    validate: true,
    ruleSet: { forbidden: [{ name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } }] },
  })
  if (typeof output === 'string') throw new Error(output)
  expect(output.summary.totalCruised).toBeGreaterThan(0)
  expect(output.summary.violations).toEqual([])
})
