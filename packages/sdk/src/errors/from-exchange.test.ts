import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HttpResponse, TransportFailure } from '../http/transport.ts'
import { errorFromFailure, type FailureContext, parseRetryAfter, readResponse } from './from-exchange.ts'
import { isGallaError } from './galla-error.ts'

const SECRET = 'O-Bearer token-1'
const write: FailureContext = { endpoint: 'standardPay', readOnly: false, attempts: 1, secrets: [SECRET], nowMs: 0 }
const read: FailureContext = { ...write, endpoint: 'standardOrderStatus', readOnly: true }

describe('errorFromFailure', () => {
  it.each<[TransportFailure['kind'], boolean, FailureContext, string, boolean, string]>([
    [
      'network',
      true,
      write,
      'unknown',
      false,
      'The provider could not be reached. It may have taken effect: read its status before anything else',
    ],
    ['network', false, write, 'not-sent', true, 'The provider could not be reached'],
    ['network', true, read, 'unknown', true, 'The provider could not be reached'],
    [
      'timeout',
      true,
      write,
      'unknown',
      false,
      'The provider did not answer in time. It may have taken effect: read its status before anything else',
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
      "The provider's response could not be read. It may have taken effect: read its status before anything else",
    ],
    [
      'network',
      false,
      { ...write, host: 'api.example' },
      'not-sent',
      true,
      'The provider at api.example could not be reached',
    ],
    [
      'timeout',
      false,
      { ...write, host: 'api.example' },
      'not-sent',
      true,
      'The provider at api.example did not answer in time',
    ],
    ['aborted', false, { ...write, host: 'api.example' }, 'not-sent', false, 'The call was cancelled'],
  ])('maps %s, sent: %s', (kind, sent, context, outcome, retryable, message) => {
    expect(errorFromFailure({ kind, sent }, context)).toMatchObject({ kind, outcome, retryable, message, attempts: 1 })
  })

  it('keeps name, code and message of a cause, masked, and nothing else', () => {
    const cause = Object.assign(new TypeError(`failed for ${SECRET}`, { cause: SECRET }), {
      code: `E_${SECRET}`,
      name: `Odd${SECRET}`,
      request: { headers: { authorization: SECRET } },
    })
    const copy = errorFromFailure({ kind: 'network', sent: true, cause }, write).cause as Error & { code: string }
    expect(copy).toBeInstanceOf(Error)
    expect(copy).not.toBe(cause)
    expect([copy.name, copy.message, copy.code]).toEqual(['Odd[masked]', 'failed for [masked]', 'E_[masked]'])
    expect(copy.stack).toBe('Odd[masked]: failed for [masked]')
    expect(Reflect.ownKeys(copy).sort()).toEqual(['code', 'message', 'name', 'stack'])
  })

  it('keeps a cause of another realm, as the fetch of a test environment throws it', () => {
    const cause = runInNewContext(`Object.assign(new TypeError('fetch failed'), { code: 'ECONNRESET' })`)
    const copy = errorFromFailure({ kind: 'network', sent: true, cause }, write).cause
    expect(copy).toMatchObject({ name: 'TypeError', message: 'fetch failed', code: 'ECONNRESET' })
  })

  it.each(['a text', { headers: SECRET }, null, undefined, 7])('drops a cause that is not an Error: %j', (cause) => {
    expect('cause' in errorFromFailure({ kind: 'network', sent: true, cause }, write)).toBe(false)
  })
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
  ])('parses %j', (header, ms) => {
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
    // Times and dates that do not exist, and a weekday of another date.
    'Fri, 01 Jan 2026 00:01:30 GMT',
    'Mon, 31 Feb 2026 00:00:00 GMT',
    'Thu, 01 Jan 2026 24:01:30 GMT',
    'Thu, 01 Jan 2026 00:01:30 IST',
    'Thursday, 01-Jan-26 00:01:30 GMT',
  ])('ignores %j', (header) => {
    expect(parseRetryAfter(header, NOW)).toBeUndefined()
  })

  it('returns undefined or 0 to 86 400 000 for any string', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const ms = parseRetryAfter(header, NOW)
        expect(ms === undefined || (ms >= 0 && ms <= DAY_MS)).toBe(true)
      }),
    )
  })
})

const context = () => ({ endpoint: 'refund', readOnly: false, attempts: 1, secrets: ['s3cr3t'], nowMs: 0 })
const response = (text: string, status = 200, headers: { [name: string]: string } = {}): HttpResponse => ({
  status,
  statusText: '',
  text,
  header: (name) => headers[name],
})

describe('readResponse', () => {
  it('returns the object of a 2xx without asking for the context', () => {
    const none = () => {
      throw new Error('the context is for errors')
    }
    expect(readResponse(response('{"a":1}'), none)).toEqual({ a: 1 })
    expect(readResponse(response('{}', 201), none)).toEqual({})
  })

  it.each(['', '  ', 'null', '1', '"a"', '[]', '[{}]', '{', '<html>'])(
    'maps a 2xx with the body %j to invalid-response',
    (text) => {
      const error = readResponse(response(text), context)
      expect(isGallaError(error) && error).toMatchObject({
        kind: 'invalid-response',
        httpStatus: 200,
        outcome: 'unknown',
        retryable: false,
        attempts: 1,
        endpoint: 'refund',
      })
    },
  )

  it('describes the body: shortened, on one line and masked', () => {
    const page = `<html>\n  s3cr3t ${'x'.repeat(300)}`
    const error = readResponse(response(page, 200, { 'content-type': 'text/html' }), context) as Error
    expect(error.message).toBe(
      `The provider's response could not be read: status 200, text/html, not a JSON object: "<html> [masked] ${'x'.repeat(102)}". It may have taken effect: read its status before anything else`,
    )
    expect((readResponse(response(''), context) as Error).message).toContain('status 200 with an empty body')
    expect((readResponse(response('x'), context) as Error).message).toContain('no content type')
  })

  it.each([
    '{"orderId":"OMO1","token":"eyJ.secret-of-the-payer',
    '[{"redirectUrl":"https://mercury.example/transact?token=eyJ.secret-of-the-payer"}]',
    '"eyJ.secret-of-the-payer"',
    '\uFEFF {"intentUrl":"upi://pay?tr=eyJ.secret-of-the-payer',
    'ok {"token":"eyJ.secret-of-the-payer"}',
  ])('shows nothing of an unreadable response to a write that may open a payment: %s', (text) => {
    const type = { 'content-type': 'application/json' }
    expect((readResponse(response(text, 200, type), context) as Error).message).toBe(
      `The provider's response could not be read: status 200, application/json, not a JSON object, ${text.trim().length} characters. It may have taken effect: read its status before anything else`,
    )
    const read = () => ({ ...context(), readOnly: true })
    expect((readResponse(response('upstream failed'), read) as Error).message).toContain('"upstream failed"')
  })

  it.each([199, 300, 304, 400, 500])('maps status %i to an error, whatever its body', (status) => {
    expect(readResponse(response('{"code":"A"}', status), context)).toMatchObject({ httpStatus: status, code: 'A' })
  })

  it.each<[TransportFailure['kind'], boolean, string]>([
    ['network', true, 'unknown'],
    ['network', false, 'not-sent'],
    ['timeout', true, 'unknown'],
    ['aborted', false, 'not-sent'],
  ])('maps the failure %s, sent: %s, to outcome %s', (kind, sent, outcome) => {
    const error = readResponse({ kind, sent, detail: 's3cr3t' }, context)
    expect(error).toMatchObject({ kind, outcome, retryable: kind !== 'aborted' && !sent })
    expect((error as Error).message).toContain('[masked]')
    expect((error as Error).message.includes('read its status')).toBe(sent)
  })
})
