import { describe, expect, it } from 'vitest'
import { pageClient } from './page-client.ts'

function clientWith(response: () => Response | Promise<Response>) {
  const sent: { url: string; init: RequestInit }[] = []
  const client = pageClient('the-token', async (url, init = {}) => {
    sent.push({ url: String(url), init })
    return response()
  })
  return { client, sent }
}

describe('pageClient', () => {
  it('sends the token in a header, not in the URL', async () => {
    const { client, sent } = clientWith(() => Response.json({}))
    await client.call('POST /attempts/:transactionId/otp', 'OM/1', { otp: '123456' })
    expect(sent[0]?.url).toBe('/page-api/attempts/OM%2F1/otp')
    expect(sent[0]?.init).toMatchObject({ method: 'POST', body: '{"otp":"123456"}' })
    expect(new Headers(sent[0]?.init.headers).get('x-page-token')).toBe('the-token')
  })

  it('distinguishes a refusal from no answer', async () => {
    const refusal = { code: 'NOT_OFFERED', message: 'no' }
    const refused = clientWith(() => Response.json(refusal, { status: 409 }))
    expect(await refused.client.call('GET /view')).toEqual({ kind: 'refused', status: 409, ...refusal })

    for (const noAnswer of [
      () => Response.json({}, { status: 503 }),
      () => new Response('<html>'),
      () => Promise.reject(new TypeError('offline')),
    ]) {
      expect(await clientWith(noAnswer).client.call('GET /view')).toEqual({ kind: 'no-answer' })
    }
  })
})
