import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { hashOf } from './hash.mjs'

/** Writes an example, and returns a function that writes another file into its folder and hashes the folder. */
function example() {
  const folder = mkdtempSync(join(tmpdir(), 'galla-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (path: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), 'content')
    return hashOf([folder])
  }
  return { write, before: write('app.ts') }
}

it.each(['.next/trace', 'next-env.d.ts', 'data/orders.json', '__pycache__/shop.pyc', 'node_modules/pkg/index.js'])(
  'an example that writes %s while it runs makes no build stale',
  (path) => {
    const { write, before } = example()
    expect(write(path)).toBe(before)
  },
)

it('a new source of an example makes a build stale', () => {
  const { write, before } = example()
  expect(write('page.tsx')).not.toBe(before)
})
