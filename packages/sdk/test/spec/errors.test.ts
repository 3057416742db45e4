import vectors from '@galla/contract/vectors/error-mapping.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { type GallaError, isGallaError } from '../../src/index.ts'
import { failureOf, recorded } from '../support/client.ts'
import { isToken, response } from '../support/recording-fetch.ts'

const BODY = { code: 'SOME_CODE', message: 'Something was wrong', data: { hint: 1 } }

async function errorOf(status: number, body: unknown = BODY, init?: ResponseInit): Promise<GallaError> {
  const { galla } = recorded((request) => (isToken(request) ? undefined : response(body, status, init)))
  return failureOf(galla.refunds.getStatus({ merchantRefundId: 'r-1' }))
}

/** The statuses of specification §8. */
const ROWS: readonly (readonly [number, string, string])[] = [
  [400, 'bad request', 'bad-request'],
  [401, 'unauthorized access', 'unauthorized'],
  [403, 'forbidden access', 'forbidden'],
  [404, 'resource not found', 'not-found'],
  [409, 'resource conflict', 'conflict'],
  [410, 'resource gone', 'gone'],
  [417, 'expectation failed', 'expectation-failed'],
  [422, 'resource invalid', 'invalid'],
  [429, 'too many requests', 'too-many-requests'],
]
const NAMED = new Map(ROWS.map(([status, , kind]) => [status, kind]))
const statuses = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

describe('specification §8: Error catalogue', () => {
  it.each(ROWS)('specification §8: %i is %s', async (status, _name, kind) => {
    const error = await errorOf(status)
    expect(error).toMatchObject({ kind, httpStatus: status, name: 'GallaError' })
    expect(error).toBeInstanceOf(Error)
    expect(isGallaError(error)).toBe(true)
  })

  it('specification §8: other 4xx is generic client error', async () => {
    for (const status of statuses(400, 500)) {
      if (!NAMED.has(status)) expect(await errorOf(status)).toMatchObject({ kind: 'client-error', httpStatus: status })
    }
  })

  it('specification §8: 5xx is server error', async () => {
    for (const status of statuses(500, 600)) {
      expect(await errorOf(status)).toMatchObject({ kind: 'server-error', httpStatus: status })
    }
  })

  it('specification §8: other is generic exception', async () => {
    for (const status of statuses(300, 400)) {
      expect(await errorOf(status)).toMatchObject({ kind: 'http', httpStatus: status })
    }
  })

  it('returns the body of every status from 200 to 299', async () => {
    for (const status of statuses(200, 300)) {
      if (status === 204 || status === 205) continue
      const { galla } = recorded((request) => (isToken(request) ? undefined : response({ state: 'COMPLETED' }, status)))
      expect(await galla.refunds.getStatus({ merchantRefundId: 'r-1' })).toMatchObject({ state: 'COMPLETED' })
    }
  })

  it('specification §8: Each error carries status text, httpStatusCode, code, data and message', async () => {
    expect(await errorOf(404, BODY, { statusText: 'Not Found' })).toMatchObject({
      statusText: 'Not Found',
      httpStatus: 404,
      code: 'SOME_CODE',
      data: { hint: 1 },
      message: 'Something was wrong',
    })
  })

  it.each(vectors.cases)(
    'specification §8: code (from errorCode or code), data (from context or data), message from the body when present — $name',
    async ({ status, statusText, contentType, body, expect: wanted }) => {
      const error = await errorOf(status, body, { statusText, headers: { 'content-type': contentType } })
      const { kind, httpStatus, message, code, data } = error as GallaError & { httpStatus?: number }
      const { code: wantedCode, data: wantedData, ...rest } = wanted as { code?: string; data?: unknown; kind: string }
      expect({ kind, httpStatus, message, code, data }).toEqual({ ...rest, code: wantedCode, data: wantedData })
    },
  )

  it('specification §8: message falls back to the status text, then to HTTP <status>', async () => {
    expect((await errorOf(503, '', { statusText: 'Service Unavailable' })).message).toBe('Service Unavailable')
    expect((await errorOf(503, '', { statusText: '' })).message).toBe('HTTP 503')
  })
})

describe('outcome and retryable', () => {
  it('outcome is rejected for a 4xx except 408, unknown for other statuses', async () => {
    for (const status of [...statuses(300, 600)]) {
      const { outcome } = await errorOf(status)
      expect([status, outcome]).toEqual([
        status,
        status >= 400 && status < 500 && status !== 408 ? 'rejected' : 'unknown',
      ])
    }
  })

  it('a read is retryable after 401, 408, 429 and 5xx', async () => {
    const transient = new Set([401, 408, 429, ...statuses(500, 600)])
    for (const status of statuses(300, 600)) {
      expect([status, (await errorOf(status)).retryable]).toEqual([status, transient.has(status)])
    }
  })

  it('a write is retryable after 401 and 429 only', async () => {
    for (const status of statuses(300, 600)) {
      const { galla } = recorded((request) => (isToken(request) ? undefined : response(BODY, status)))
      const { retryable } = await failureOf(galla.request({ method: 'POST', path: '/payments/v2/pay', body: {} }))
      expect([status, retryable]).toEqual([status, status === 401 || status === 429])
    }
  })

  it('serialises without stack and cause', async () => {
    const error = await errorOf(404, BODY, { statusText: 'Not Found' })
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'GallaError',
      kind: 'not-found',
      message: 'Something was wrong',
      outcome: 'rejected',
      retryable: false,
      attempts: 1,
      endpoint: 'refundStatus',
      httpStatus: 404,
      statusText: 'Not Found',
      code: 'SOME_CODE',
      data: { hint: 1 },
    })
  })
})
