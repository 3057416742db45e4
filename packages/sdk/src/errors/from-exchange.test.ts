import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TransportFailure, WireReply } from '../http/transport.ts'
import { errorFromFailure, type FailedCall, parseRetryAfter, readReply } from './from-exchange.ts'
import { isGallaError } from './galla-error.ts'

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

/** 2026-01-01T00:00:00Z */
const NOW = 1_767_225_600_000
const DAY_MS = 86_400_000

describe('parseRetryAfter', () => {
  it.each([
    ['0', 0],
    ['3', 3_000],
    [' 3 ', 3_000],
    ['86400', DAY_MS],
    ['86401', DAY_MS],
    ['999999999', DAY_MS],
    ['Thu, 01 Jan 2026 00:01:30 GMT', 90_000],
    ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
    ['Fri, 01 Jan 2027 00:00:00 GMT', DAY_MS],
  ])('reads %j', (header, ms) => {
    expect(parseRetryAfter(header, NOW)).toBe(ms)
  })

  it.each([
    undefined,
    '',
    'soon',
    '-5',
    '1.5',
    '1e3',
    '0x10',
    '9999999999',
    '3s',
    '3, 4',
    '2026-01-01T00:01:30Z',
    // Days and dates that do not exist, and a weekday that is not that day's.
    'Fri, 01 Jan 2026 00:01:30 GMT',
    'Mon, 31 Feb 2026 00:00:00 GMT',
    'Thu, 01 Jan 2026 24:01:30 GMT',
    'Thu, 01 Jan 2026 00:01:30 IST',
    'Thursday, 01-Jan-26 00:01:30 GMT',
  ])('makes nothing of %j', (header) => {
    expect(parseRetryAfter(header, NOW)).toBeUndefined()
  })

  it('never brings anything but undefined or 0 to a day', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const ms = parseRetryAfter(header, NOW)
        expect(ms === undefined || (ms >= 0 && ms <= DAY_MS)).toBe(true)
      }),
    )
  })
})

const facts = () => ({ endpoint: 'refund', readOnly: false, attempts: 1, secrets: ['s3cr3t'], nowMs: 0 })
const answered = (text: string, status = 200, headers: { [name: string]: string } = {}): WireReply => ({
  status,
  statusText: '',
  text,
  header: (name) => headers[name],
})

describe('readReply', () => {
  it('a 2xx with an object is the object, and no facts are gathered', () => {
    const none = () => {
      throw new Error('facts are for errors')
    }
    expect(readReply(answered('{"a":1}'), none)).toEqual({ a: 1 })
    expect(readReply(answered('{}', 201), none)).toEqual({})
  })

  it.each(['', '  ', 'null', '1', '"a"', '[]', '[{}]', '{', '<html>'])('a 2xx with %j is no answer', (text) => {
    const error = readReply(answered(text), facts)
    expect(isGallaError(error) && error).toMatchObject({
      kind: 'invalid-response',
      httpStatus: 200,
      outcome: 'unknown',
      retryable: false,
      attempts: 1,
      endpoint: 'refund',
    })
  })

  it('says what was there instead, shortened, on one line and masked', () => {
    const page = `<html>\n  s3cr3t ${'x'.repeat(300)}`
    const error = readReply(answered(page, 200, { 'content-type': 'text/html' }), facts) as Error
    expect(error.message).toBe(
      `The provider's answer could not be read: status 200, text/html, not a JSON object: "<html> [masked] ${'x'.repeat(102)}". It may have gone through: read its status before anything else`,
    )
    expect((readReply(answered(''), facts) as Error).message).toContain('status 200 with an empty body')
    expect((readReply(answered('x'), facts) as Error).message).toContain('no content type')
  })

  it.each([199, 300, 304, 400, 500])('status %i is a refusal, whatever its body', (status) => {
    expect(readReply(answered('{"code":"A"}', status), facts)).toMatchObject({ httpStatus: status, code: 'A' })
  })

  it.each<[TransportFailure['kind'], boolean, string]>([
    ['network', true, 'unknown'],
    ['network', false, 'not-sent'],
    ['timeout', true, 'unknown'],
    ['aborted', false, 'not-sent'],
  ])('a failure %s, sent %s, is %s', (kind, sent, outcome) => {
    const error = readReply({ kind, sent, detail: 's3cr3t' }, facts)
    expect(error).toMatchObject({ kind, outcome, retryable: kind !== 'aborted' && !sent })
    expect((error as Error).message).toContain('[masked]')
    expect((error as Error).message.includes('read its status')).toBe(sent)
  })
})
