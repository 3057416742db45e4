import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const page = readFileSync(new URL('why-no-double.md', import.meta.url), 'utf8')
const exists = (path: string) => existsSync(new URL(`../packages/gateway/${path}`, import.meta.url))

it('each file that the page names exists', () => {
  const named = [...page.matchAll(/`((?:[a-z-]+\/)*[a-z-]+(?:\.[a-z]+)*\.ts)`/g)].map(([, file = '']) => file)
  expect(named.length).toBeGreaterThan(20)
  const folders = [
    'test/',
    'src/',
    'src/domain/orders/',
    'src/services/refunds/',
    'src/storage/orders/',
    'src/services/orders/',
    'test/exploration/',
  ]
  const elsewhere = ['review-messages.ts', 'decision-messages.ts', 'timeline-messages.ts']
  const missing = named.filter((file) => !elsewhere.includes(file) && !folders.some((folder) => exists(folder + file)))
  expect(missing).toEqual([])
})
