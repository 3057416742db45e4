import { ENDPOINTS } from '@galla/contract/provider/endpoints'
import type { GallaError } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import { BOOKS_ENDPOINTS, endpointWords, errorWords, outcomeWords } from './terms.ts'

/** By type: a kind that the client learns is missing here until it has words. Those of callbacks and of making a client are no calls. */
const KINDS: { readonly [Kind in Exclude<GallaError['kind'], 'invalid-callback' | 're-initialize'>]: true } = {
  'bad-request': true,
  unauthorized: true,
  forbidden: true,
  'not-found': true,
  conflict: true,
  gone: true,
  'expectation-failed': true,
  invalid: true,
  'too-many-requests': true,
  'client-error': true,
  'server-error': true,
  http: true,
  network: true,
  timeout: true,
  aborted: true,
  'invalid-response': true,
  'invalid-request': true,
  'method-not-supported': true,
}

describe('words of the API log', () => {
  it('has a name for every endpoint, and keeps one that is new', () => {
    for (const endpoint of [...Object.keys(ENDPOINTS), 'raw']) expect(endpointWords(endpoint)).not.toBe(endpoint)
    expect(endpointWords('standardWish')).toBe('standardWish')
    for (const endpoint of BOOKS_ENDPOINTS) expect(Object.keys(ENDPOINTS)).toContain(endpoint)
  })

  it('has a name for every kind of error, and keeps one that is new', () => {
    for (const kind of Object.keys(KINDS)) expect(errorWords(kind)).toMatch(/^[A-Z]/)
    expect(errorWords('moon-phase')).toBe('moon-phase')
  })

  it('tells of every outcome whether it happened', () => {
    expect(outcomeWords('rejected')).toMatch(/nothing happened/)
    expect(outcomeWords('not-sent')).toMatch(/nothing happened/)
    expect(outcomeWords('unknown')).toMatch(/may have happened or not/)
    expect(outcomeWords('ok')).toBeUndefined()
  })
})
