import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { at } from '../lib/paths.mjs'
import { told } from './breach.ts'
import { isTest, listFiles } from './source.ts'
import { vectorReaders } from './vectors.ts'

const VECTORS = 'packages/contract/vectors/'

describe('vectors', () => {
  const files = listFiles()
  const vectors = files
    .filter((path) => path.startsWith(VECTORS) && path.endsWith('.json'))
    .map((path) => path.slice(VECTORS.length))
  const tests = files
    .filter((path) => isTest(path) && /^packages\/(?:sdk|sandbox)\/.*\.ts$/.test(path))
    .map((path) => ({ path, text: readFileSync(at(path), 'utf8') }))

  it('are each read by the sides that they bind', () => expect(told(vectorReaders(vectors, tests))).toBe(''))

  it('each name their source', () => {
    const without = vectors.filter((name) => !('source' in JSON.parse(readFileSync(at(VECTORS, name), 'utf8'))))
    expect(without, 'a vector without `source` could be a copy of our own output: say where it comes from').toEqual([])
  })

  it('are missed when a side does not read one', () => {
    const sdk = {
      path: 'packages/sdk/src/callbacks/classic.test.ts',
      text: `import('@galla/contract/vectors/callback-classic.json')`,
    }
    expect(vectorReaders(['callback-classic.json'], [sdk])).toMatchObject([
      { found: expect.stringContaining('packages/sandbox') },
    ])
    expect(vectorReaders(['retry-delays.json'], [])).toHaveLength(1)
    expect(vectorReaders(['wire/pay.json'], [{ ...sdk, text: 'vectors/wire' }])).toHaveLength(1)
  })
})
