import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'

const here = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

it('the first-payment example prints a completed order', async () => {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  await import('./index.mjs')
  log.mockRestore()
  expect(lines).toEqual([expect.stringMatching(/^Send the payer to http\S+token=\S+$/), '₹499.00: COMPLETED'])
})

it('the first-payment example has at most fifteen lines and is the one in the README', () => {
  const program = here('./index.mjs')
  expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(15)
  expect(here('../../README.md')).toContain(program)
})
