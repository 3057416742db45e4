import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { at, root } from '../lib/paths.mjs'
import { repositoryFiles } from '../lib/repository-files.mjs'
import { NOT_PUBLISHED, readAddresses, sayingNotPublished } from '../release/addresses.mjs'
import { unownedAddresses } from './addresses.ts'
import { textsOf } from './files.ts'
import { format } from './violation.ts'

const texts = textsOf(/./, /\.(?:png|jpg|gif|webp|woff2|ico|gz|br)$|^package-lock\.json$/)
const found = (text: string, path = 'docs/a.md') => unownedAddresses([{ path, text }]).map((one) => one.found)

describe('addresses', () => {
  it('lead to hosts that exist, or that nobody can register', () => expect(format(unownedAddresses(texts))).toBe(''))

  it.each([
    `https://${'galla'}.dev/docs`,
    `[errors](https://${'galla'}-payments.github.io/galla/api)`,
    `git+https://github.com/${'galla'}-payments/galla.git`,
    `github.com/${'galla'}-payments/galla`,
    `https://www.npmjs.com/package/${'@galla'}/gateway`,
    `https://phonepe.com.attacker.co/x`,
  ])('are reported: %s', (text) => expect(found(text)).toHaveLength(1))

  it.each([
    'https://shop.example/thanks, https://api.example.com, http://127.0.0.1:4500/x, http://[::1]:80',
    'https://api.phonepe.com/apis/pg, https://github.com/PhonePe/phonepe-pg-sdk-node',
    'postgres://owner@db/gateway, GALLA_MERCHANT_HOSTS=galla.internal:4600, https://user:secret@pay.example/',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a source
    'fetch(`https://${host}/x`)',
  ])('are fine: %s', (text) => expect(found(text)).toEqual([]))

  it('of attackers in tests are not judged', () => {
    expect(found('https://evil.attacker.co', 'packages/sdk/test/hosts.test.ts')).toEqual([])
  })
})

describe('a project without a public repository', () => {
  const { repository } = readAddresses(root)

  it('says at the top of its first pages that it is not published', () => {
    const saying = repository === null ? sayingNotPublished(root) : []
    expect(saying).toEqual(repository === null ? ['README.md', 'docs/get-started.md'] : [])
    for (const path of saying)
      expect(readFileSync(at(path), 'utf8').split('\n').slice(0, 6).join('\n')).toMatch(NOT_PUBLISHED)
  })

  it('has no file of code owners: their accounts belong to nobody', () => {
    if (repository === null) expect(repositoryFiles()).not.toContain('.github/CODEOWNERS')
    else expect(repository).toMatch(/^https:/)
  })
})
