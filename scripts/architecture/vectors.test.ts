import { describe, expect, it } from 'vitest'
import { isTest, textsOf } from './files.ts'
import { vectorReaders } from './vectors.ts'
import { format } from './violation.ts'

const VECTORS = 'packages/contract/vectors/'

describe('vectors', () => {
  const vectors = textsOf(/^packages\/contract\/vectors\/.*\.json$/)
  const names = vectors.map(({ path }) => path.slice(VECTORS.length))
  const tests = textsOf(/^packages\/(?:sdk|sandbox)\/.*\.ts$/).filter(({ path }) => isTest(path))

  it('are read by the tests of each side that they bind', () => expect(format(vectorReaders(names, tests))).toBe(''))

  it('name their source', () => {
    const without = vectors.filter(({ text }) => !('source' in JSON.parse(text))).map(({ path }) => path)
    expect(without, 'without `source` a vector could be a copy of our own output: state where it comes from').toEqual(
      [],
    )
  })
})
