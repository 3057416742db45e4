import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'

const here = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

it('the first payment is paid', async () => {
  const told: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void told.push(line))
  await import('./index.mjs')
  log.mockRestore()
  expect(told).toEqual([expect.stringMatching(/^Send the payer to http\S+token=\S+$/), '₹499.00: COMPLETED'])
})

it('fits in fifteen lines, and what the README shows', () => {
  const program = here('./index.mjs')
  expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(15)
  expect(here('../../README.md')).toContain(program)
})
