import { describe, expect, it } from 'vitest'
import { explainCallFailure } from './call-messages.ts'

describe('explainCallFailure', () => {
  it('prefers the provider’s code to the kind', () => {
    expect(explainCallFailure('conflict', 'INVALID_TRANSACTION_ID')).toMatch(/reply was lost/)
    expect(explainCallFailure('bad-request', 'SOMETHING_NEW')).toMatch(/rejected the request as malformed/)
  })

  it('has a sentence for a kind that it does not know', () => {
    expect(explainCallFailure('toString')).toBe('This version does not know the error.')
  })
})
