import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { apiHindi } from '../i18n/hi/api.ts'

const GATEWAY = fileURLToPath(new URL('../../../../packages/gateway/src', import.meta.url))

/** The codes of a union of string literals: each has a line of its own. */
const codesIn = (path: string): string[] =>
  [...readFileSync(`${GATEWAY}/${path}`, 'utf8').matchAll(/^ {2}\| '([A-Z_]+)'$/gm)].map(([, code = '']) => code)

/** Codes for programs of the merchant, payers and the provider: the API of the console has none of them. */
const OF_OTHER_APIS = [
  ...['BODY_ALREADY_READ', 'NOT_FORM', 'NOT_WRITTEN', 'WRONG_LOGOUT_TOKEN'],
  ...['KEY_EXPIRED', 'KEY_REVOKED', 'NO_BROWSERS', 'NO_MERCHANT_API', 'SCOPE_MISSING', 'WRONG_KEY'],
  ...['COLLECT_NOT_ALLOWED', 'NOT_OFFERED', 'NO_TOKEN', 'TOKEN_EXPIRED', 'TOKEN_IN_ADDRESS', 'WRONG_TOKEN'],
  'INVALID_OPTION',
]

it('each code that the API of the console answers with has one Hindi sentence, and no other code has one', () => {
  const { codes, leads } = apiHindi.api
  const known = [...codesIn('http/error-codes.ts'), ...codesIn('errors.ts')]
  expect(known.length).toBeGreaterThan(80)
  const translated = [...Object.keys(codes), ...Object.keys(leads)]
  expect(translated.sort()).toEqual(known.filter((code) => !OF_OTHER_APIS.includes(code)).sort())
})

it('each problem of a file has one Hindi sentence', () => {
  const source = readFileSync(`${GATEWAY}/../../contract/src/gateway-api/file-problems.ts`, 'utf8')
  const known = [...source.matchAll(/^ {4}\| '([\w-]+)'$/gm)].map(([, code = '']) => code)
  expect(known.length).toBeGreaterThan(10)
  const { files, fileLeads } = apiHindi.api
  expect([...Object.keys(files), ...Object.keys(fileLeads)].sort()).toEqual(known.sort())
})
