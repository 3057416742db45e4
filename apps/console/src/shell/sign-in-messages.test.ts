import { expect, it } from 'vitest'
import { signInMessage } from './sign-in-messages.ts'
import { outcomeIn, proofOutcomeIn, returnAddress } from './sign-in-outcome.ts'

it('reads the outcome of a sign-in, and nothing else, from the address', () => {
  expect(outcomeIn('#sign-in=UNKNOWN_USER')).toBe('UNKNOWN_USER')
  for (const hash of ['', '#main', '#sign-in=', '#sign-in=<b>', `#sign-in=${'A'.repeat(41)}`])
    expect(outcomeIn(hash)).toBeUndefined()
})

it('takes the outcome of a proof for no login, and the other way round', () => {
  expect([proofOutcomeIn('#proof=DONE'), outcomeIn('#proof=DONE')]).toEqual(['DONE', undefined])
  expect(proofOutcomeIn('#sign-in=DONE')).toBeUndefined()
})

it('says what to do, also of a code of a newer gateway', () => {
  expect(signInMessage('UNKNOWN_USER')).toContain('Ask an admin')
  expect(signInMessage('SOMETHING_NEW')).toBe('The sign-in failed. Try again.')
})

it('returns below the console only', () => {
  expect(returnAddress('/admin/orders?state=FAILED', '/admin/')).toBe('/admin/orders?state=FAILED')
  for (const stored of [null, '/other', 'https://evil.example', '//evil.example/admin/'])
    expect(returnAddress(stored, '/admin/')).toBe('/admin/')
  expect(returnAddress('//evil.example', '/')).toBe('/')
})
