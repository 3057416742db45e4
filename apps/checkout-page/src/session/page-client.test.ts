import { describe, expect, it } from 'vitest'
import { pageClient } from './page-client.ts'

function scripted(reply: () => Response | Promise<Response>) {
  const sent: { url: string; init: RequestInit }[] = []
  const client = pageClient('the-token', async (url, init = {}) => {
    sent.push({ url: String(url), init })
    return reply()
  })
  return { client, sent }
}

describe('pageClient', () => {
  it('carries the token in a header and never in an address', async () => {
    const { client, sent } = scripted(() => Response.json({}))
    await client.call('POST /attempts/:transactionId/otp', 'OM/1', { otp: '123456' })
    expect(sent[0]?.url).toBe('/page-api/attempts/OM%2F1/otp')
    expect(sent[0]?.init).toMatchObject({ method: 'POST', body: '{"otp":"123456"}' })
    expect(new Headers(sent[0]?.init.headers).get('x-page-token')).toBe('the-token')
  })

  it('tells a refusal from silence', async () => {
    const refusal = { code: 'NOT_OFFERED', message: 'no' }
    const refused = scripted(() => Response.json(refusal, { status: 409 }))
    expect(await refused.client.call('GET /view')).toEqual({ kind: 'refused', status: 409, ...refusal })

    for (const silence of [
      () => Response.json({}, { status: 503 }),
      () => new Response('<html>'),
      () => Promise.reject(new TypeError('offline')),
    ]) {
      expect(await scripted(silence).client.call('GET /view')).toEqual({ kind: 'lost' })
    }
  })
})
