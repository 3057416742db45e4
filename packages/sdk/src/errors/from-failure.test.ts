import { describe, expect, it } from 'vitest'
import type { TransportFailure } from '../transport/port.ts'
import { errorFromFailure } from './from-failure.ts'
import type { FailedCall } from './from-reply.ts'

const SECRET = 'O-Bearer token-1'
const write: FailedCall = { endpoint: 'standardPay', readOnly: false, attempts: 1, secrets: [SECRET], nowMs: 0 }
const read: FailedCall = { ...write, endpoint: 'standardOrderStatus', readOnly: true }

describe('a failure without a reply', () => {
  it.each<[TransportFailure['kind'], boolean, FailedCall, string, boolean, string]>([
    [
      'network',
      true,
      write,
      'unknown',
      false,
      'The provider could not be reached. It may have gone through: read its status before anything else',
    ],
    ['network', false, write, 'not-sent', true, 'The provider could not be reached'],
    ['network', true, read, 'unknown', true, 'The provider could not be reached'],
    [
      'timeout',
      true,
      write,
      'unknown',
      false,
      'The provider did not answer in time. It may have gone through: read its status before anything else',
    ],
    ['timeout', false, write, 'not-sent', true, 'The provider did not answer in time'],
    ['aborted', true, read, 'unknown', false, 'The call was cancelled'],
    ['aborted', false, write, 'not-sent', false, 'The call was cancelled'],
    [
      'invalid-response',
      true,
      write,
      'unknown',
      false,
      "The provider's answer could not be read. It may have gone through: read its status before anything else",
    ],
  ])('%s, sent: %s', (kind, sent, call, outcome, retryable, message) => {
    expect(errorFromFailure({ kind, sent }, call)).toMatchObject({ kind, outcome, retryable, message, attempts: 1 })
  })

  it('keeps what is harmless of a cause: name, code, message', () => {
    const cause = Object.assign(new TypeError(`failed for ${SECRET}`, { cause: SECRET }), {
      code: `E_${SECRET}`,
      name: `Odd${SECRET}`,
      request: { headers: { authorization: SECRET } },
    })
    const kept = errorFromFailure({ kind: 'network', sent: true, cause }, write).cause as Error & { code: string }
    expect(kept).toBeInstanceOf(Error)
    expect(kept).not.toBe(cause)
    expect([kept.name, kept.message, kept.code]).toEqual(['Odd[masked]', 'failed for [masked]', 'E_[masked]'])
    expect(kept.stack).toBe('Odd[masked]: failed for [masked]')
    expect(Reflect.ownKeys(kept).sort()).toEqual(['code', 'message', 'name', 'stack'])
  })

  it.each(['a text', { headers: SECRET }, null, undefined, 7])(
    'keeps nothing of a cause that is no error: %j',
    (cause) => {
      expect('cause' in errorFromFailure({ kind: 'network', sent: true, cause }, write)).toBe(false)
    },
  )
})
