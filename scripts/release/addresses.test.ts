import { describe, expect, it } from 'vitest'
import { root } from '../lib/paths.mjs'
import { readAddresses, whyNotPublishable, withAddresses } from './addresses.mjs'

const manifest = { name: '@galla/sdk', version: '0.2.0' }
const repository = 'https://git.example/tea/galla'

describe('the manifest of a published package', () => {
  it('names no address while the owner of the project has set none', () => {
    expect(withAddresses(manifest, 'packages/sdk', { repository: null, docs: null })).toEqual(manifest)
  })

  it('names the repository as npm compares it with the workflow, and the folder of the package', () => {
    expect(withAddresses(manifest, 'packages/sdk', { repository, docs: null })).toEqual({
      ...manifest,
      homepage: repository,
      repository: { type: 'git', url: `git+${repository}.git`, directory: 'packages/sdk' },
      bugs: `${repository}/issues`,
    })
  })

  it('names the documentation site as its home', () => {
    const docs = 'https://docs.example/galla'
    expect(withAddresses(manifest, 'packages/sdk', { repository, docs })).toMatchObject({ homepage: docs })
    expect(withAddresses(manifest, 'packages/sdk', { repository: null, docs })).toEqual({ ...manifest, homepage: docs })
  })
})

describe('a publication', () => {
  it('is refused while no repository is set, with the file to change', () => {
    const reason = whyNotPublishable({ repository: null, docs: null }, [])
    expect(reason).toContain('"repository" in packages/contract/src/addresses.json is absent')
  })

  it.each([
    '',
    'git.example/a/b',
    'git+https://git.example/a/b.git',
    'https://git.example/a/b.git',
    'https://git.example/a/',
  ])('is refused with the repository %j, which is no address of a page', (wrong) =>
    expect(whyNotPublishable({ repository: wrong, docs: null }, [])).toContain(`is ${JSON.stringify(wrong)}`),
  )

  it('is refused while a page says that nothing is published', () => {
    expect(whyNotPublishable({ repository, docs: null }, ['README.md'])).toContain('README.md would still say')
  })

  it('is possible with the https address of a repository', () => {
    expect(whyNotPublishable({ repository, docs: null }, [])).toBeUndefined()
  })

  it('takes absent or well-formed addresses from the one file', () => {
    const { repository: set, docs, ...others } = readAddresses(root)
    expect(others).toEqual({})
    if (set !== null) expect(whyNotPublishable({ repository: set, docs }, [])).toBeUndefined()
    if (docs !== null) expect(docs).toMatch(/^https:\/\/\S+[^/]$/)
  })
})
