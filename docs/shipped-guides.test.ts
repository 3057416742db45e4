import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { GUIDES, textOf } from '../scripts/docs/guides.mjs'

const at = (path: string) => join(import.meta.dirname, '..', path)
const file = (path: string) => readFileSync(at(path), 'utf8')

it('a shipped guide has the code of the files that the page includes', () => {
  const shipped = textOf(at('docs/frameworks.md'))
  expect(shipped).not.toMatch(/^<<</m)
  expect(shipped).toContain(`Hono:\n\n\`\`\`ts\n${file('examples/hono/callbacks.ts').trimEnd()}\n\`\`\``)
  expect(shipped).toContain(file('examples/starter/payments.ts').trimEnd())
})

it('a shipped guide without included files is the page', () => {
  expect(textOf(at('docs/callbacks.md'))).toBe(file('docs/callbacks.md'))
})

it('a shipped guide has no front matter', () => {
  expect(file('docs/index.md')).toMatch(/^---\n/)
  expect(textOf(at('docs/index.md'))).toMatch(/^<div class="columns">/)
})

it('the recipes are among the shipped guides', () => {
  expect(GUIDES).toContain('docs/recipes/partial-refunds.md')
})
