import { FUNCTION_EVENTS } from '@galla/testkit/function-events'
import { describe, expect, it } from 'vitest'
import { type ReceivedWebhook, verifyWebhook } from '../../src/notifications/webhook.ts'
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

const call = (more: Partial<Record<keyof ReceivedWebhook, unknown>>) => () =>
  verifyWebhook({ headers: signed(), body: BODY, secrets: SECRET, nowMs: NOW_MS, ...more } as ReceivedWebhook)

describe('verifyWebhook', () => {
  it.each<[string, ReceivedWebhook['headers']]>([
    [
      'names in upper case',
      Object.fromEntries(Object.entries(signed()).map(([name, text]) => [name.toUpperCase(), text])),
    ],
    ['lists of values', Object.fromEntries(Object.entries(signed()).map(([name, text]) => [name, [text]]))],
    ['pairs', Object.entries(signed())],
    ['the rawHeaders of Node', Object.entries(signed()).flat()],
  ])('takes headers as %s', (_what, headers) => expect(call({ headers })().id).toBe('order:a:completed:http'))

  it.each<[string, ReceivedWebhook['body']]>([
    ['an ArrayBuffer', new Uint8Array(Buffer.from(BODY)).buffer],
    ['a view', new DataView(new Uint8Array(Buffer.from(BODY)).buffer)],
    ['a Buffer that went through JSON', JSON.parse(JSON.stringify(Buffer.from(BODY)))],
  ])('takes a body as %s', (_what, body) => expect(call({ body })().notification).toEqual({ type: 'order.completed' }))

  it.each(FUNCTION_EVENTS)('takes the event of a function platform: %s', (_platform, eventOf) => {
    const { headers, multiValueHeaders, body, isBase64Encoded } = eventOf(signed(), BODY)
    for (const one of [headers, multiValueHeaders].filter((given) => given !== undefined))
      expect(call({ headers: one, body, isBase64Encoded })().id).toBe('order:a:completed:http')
  })

  const old = signed('a', String(NOW_MS / 1_000 - 600))
  it.each<[string, object, string, RegExp]>([
    ['a tolerance that is not a number', { headers: old, toleranceSec: Number.NaN }, 'toleranceSec', /NaN/],
    ['a tolerance as text', { headers: old, toleranceSec: '900' }, 'toleranceSec', /is a string/],
    [
      'a tolerance without an end',
      { headers: old, toleranceSec: Number.POSITIVE_INFINITY },
      'toleranceSec',
      /Infinity/,
    ],
    ['a negative tolerance', { toleranceSec: -1 }, 'toleranceSec', /0 or more/],
    ['a time that is not a number', { headers: old, nowMs: Number.NaN }, 'nowMs', /NaN/],
    ['a time that is a Date', { headers: old, nowMs: new Date(NOW_MS) }, 'nowMs', /Date\.now\(\)/],
    ['a time that is null', { headers: old, nowMs: null }, 'nowMs', /number/],
    ['no headers', { headers: undefined }, 'headers', /^headers is missing: pass/],
    ['a number as the body', { body: 7 }, 'body', /^body is a number.*raw bytes/],
    ['a parsed body', { body: JSON.parse(BODY) }, 'body', /^body is an object.*raw bytes/],
    ['text that is no base64', { isBase64Encoded: true }, 'isBase64Encoded', /not base64/],
    ['base64 that is not said to be', { body: Buffer.from(BODY).toString('base64') }, 'isBase64Encoded', /is missing/],
    [
      'a Blob, which is read later',
      { body: new Blob([BODY]) },
      'body',
      /^body can be read later only: pass await body\.arrayBuffer/,
    ],
    ['base64 as bytes', { body: Buffer.from(Buffer.from(BODY).toString('base64')) }, 'isBase64Encoded', /is missing/],
    [
      'two ids',
      { headers: [...Object.entries(signed()), ['webhook-id', 'b']] },
      'headers.webhook-id',
      /^The header webhook-id has two different values$/,
    ],
    [
      'two times',
      { headers: { ...signed(), 'Webhook-Timestamp': '1' } },
      'headers.webhook-timestamp',
      /^The header webhook-timestamp has two different values$/,
    ],
    [
      'two signatures',
      {
        headers: {
          ...signed(),
          'webhook-signature': [signed('b')['webhook-signature'], signed()['webhook-signature']],
        },
      },
      'headers.webhook-signature',
      /^The header webhook-signature has two different values$/,
    ],
    ['a missing header', { headers: {} }, 'headers.webhook-id', /^The header webhook-id is missing/],
    ['a copy that is too old', { headers: old }, 'headers.webhook-timestamp', /^The header webhook-timestamp/],
    ['another signature', { body: '{}' }, 'headers.webhook-signature', /^The header webhook-signature/],
    [
      'a genuine body that is no JSON',
      { headers: signed('a', TIMESTAMP, 'no'), body: 'no' },
      'body',
      /^body is not JSON/,
    ],
  ])('refuses as a GatewayError that names the field: %s', (_what, more, field, message) => {
    expect(call(more)).toThrow(expect.objectContaining({ name: 'GatewayError', code: 'INVALID_REQUEST', field }))
    expect(call(more)).toThrow(message)
  })

  it('names the field of a call without anything', () => {
    expect(() => verifyWebhook(undefined as never)).toThrow(/^secrets must be whsec_/)
  })
})
