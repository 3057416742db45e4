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

  it('are reported when one side does not read them', () => {
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
