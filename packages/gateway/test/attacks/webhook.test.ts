import { describe, expect, it } from 'vitest'
import { verifyWebhook } from '../../src/notifications/webhook.ts'
import { readWebhookSecrets, signWebhook } from '../../src/notifications/webhook-signature.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const NOW_MS = 1_700_000_000_000
const BODY = '{"type":"order.completed"}'
const TIMESTAMP = String(NOW_MS / 1_000)

const signed = (id = 'order:a:completed:http', timestamp = TIMESTAMP, body = BODY, secret = SECRET) => ({
  'webhook-id': id,
  'webhook-timestamp': timestamp,
  'webhook-signature': signWebhook(readWebhookSecrets(secret, 'secret'), id, timestamp, body),
})
const verify =
  (headers: Record<string, string | undefined>, body = BODY, secrets: string | string[] = SECRET) =>
  () =>
    verifyWebhook({ headers, body, secrets, nowMs: NOW_MS })

describe('a notification', () => {
  it('is accepted when it is genuine, also while a secret is replaced', () => {
    expect(verify(signed())()).toEqual({ id: 'order:a:completed:http', notification: { type: 'order.completed' } })
    expect(verify(signed(), BODY, [OTHER, SECRET])).not.toThrow()
    expect(
      verifyWebhook({ headers: new Headers(signed()), body: Buffer.from(BODY), secrets: SECRET, nowMs: NOW_MS }).id,
    ).toBe('order:a:completed:http')
  })

  it.each<[string, Record<string, string | undefined>, string?]>([
    ['its id is another: a copy would be processed again', { ...signed(), 'webhook-id': 'order:a:completed:2' }],
    ['its time is another', { ...signed(), 'webhook-timestamp': String(NOW_MS / 1_000 + 1) }],
    ['its body is another', signed(), '{"type":"order.failed"}'],
    ['it is signed with another secret', signed('a', TIMESTAMP, BODY, OTHER)],
    ['it is ten minutes old', signed('a', String(NOW_MS / 1_000 - 600))],
    ['it is from the future', signed('a', String(NOW_MS / 1_000 + 600))],
    ['a part moved from the id to the time', signed('a.1', TIMESTAMP)],
    [
      'its signature has another version',
      { ...signed(), 'webhook-signature': signed()['webhook-signature'].replace('v1', 'v1a') },
    ],
    ['its signature is empty', { ...signed(), 'webhook-signature': 'v1,' }],
    ['its signature is cut off', { ...signed(), 'webhook-signature': signed()['webhook-signature'].slice(0, 20) }],
    ['it has no signature', { ...signed(), 'webhook-signature': undefined }],
    ['it has no id', { ...signed(), 'webhook-id': undefined }],
    ['its time is not a number', { ...signed(), 'webhook-timestamp': 'NaN' }],
  ])('is refused when %s', (what, headers, body) => {
    const moved = what.startsWith('a part')
      ? { ...headers, 'webhook-id': 'a', 'webhook-timestamp': `1.${TIMESTAMP}` }
      : headers
    expect(verify(moved, body)).toThrow(/^The header webhook-/)
  })
})
