import { webcrypto } from 'node:crypto'
import classic from '@galla/contract/vectors/callback-classic.json' with { type: 'json' }
import hmac from '@galla/contract/vectors/callback-hmac.json' with { type: 'json' }
import { type CallbackCredential, type CallbackRefusal, type CallbackRequest, createCallbacks, Galla } from '@galla/sdk'
import { sign } from '@galla/sdk/testing'
import { callbackBody, orderCallback } from '@galla/testkit/factories'
import { FUNCTION_EVENTS } from '@galla/testkit/function-events'
import { describe, expect, it } from 'vitest'
import { webDigests } from '../../src/callbacks/digests.ts'
import { createVerifier } from '../../src/callbacks/verify.ts'
import { failureOf } from '../support/client.ts'

const BODY = callbackBody(orderCallback('checkout.order.completed'))
const PAIR = { username: 'shop_hook', password: 'Passw0rd99' }
const KEY = { secretKey: 'whk-demo-secret', keyId: 'key-1' }
const SIGNATURE = 'x-phonepe-checksum-signature'
const KEY_ID = 'x-phonepe-checksum-key-id'

const web = webDigests(webcrypto.subtle as typeof globalThis.crypto.subtle)
/** Node's crypto, and that of web-standard runtimes. */
const BOTH: [string, (secrets: CallbackCredential | CallbackCredential[]) => ReturnType<typeof createCallbacks>][] = [
  ['Node', (secrets) => createCallbacks(secrets)],
  ['WebCrypto', (secrets) => createVerifier(secrets, web)],
]

async function reasonOf(callbacks: ReturnType<typeof createCallbacks>, callback: unknown): Promise<CallbackRefusal> {
  const error = await failureOf(callbacks.verify(callback as CallbackRequest))
  if (error.kind !== 'invalid-callback') throw error
  expect(error).toMatchObject({ message: 'Invalid Callback', httpStatus: 417, outcome: 'rejected', retryable: false })
  return error.reason
}

describe.each(BOTH)('vectors, with %s', (_name, create) => {
  it.each(classic.cases)('classic: $name', async ({ username, password, authorization, valid }) => {
    const work = create({ username, password }).verify({ headers: { authorization }, body: BODY })
    if (valid) expect(await work).toMatchObject({ kind: 'order', verifiedBy: { mode: 'classic', username } })
    else expect(await failureOf(work)).toMatchObject({ kind: 'invalid-callback', reason: 'wrong-authorization' })
  })

  it.each(hmac.cases)('HMAC: $name', async ({ secretKey, body, bodyBase64, bodyRepeat, signature, valid }) => {
    const text = bodyRepeat
      ? bodyRepeat.before + bodyRepeat.text.repeat(bodyRepeat.times) + bodyRepeat.after
      : (body ?? '')
    const raw = bodyBase64 ? Buffer.from(bodyBase64, 'base64') : text
    const result = await create({ secretKey })
      .verify({ headers: { [SIGNATURE]: signature }, body: raw })
      .then(
        ({ verifiedBy }) => verifiedBy,
        (error) => error.reason,
      )
    // Some vectors sign a body that is not a JSON object.
    expect(result).toEqual(valid ? (text === '' && !bodyBase64 ? 'not-json' : { mode: 'hmac' }) : 'wrong-signature')
  })
})

describe('refused callbacks: reason and hint', () => {
  const both = createCallbacks([PAIR, KEY])
  const pairOnly = createCallbacks(PAIR)
  const keyOnly = createCallbacks(KEY)

  it.each<[CallbackRefusal, ReturnType<typeof createCallbacks>, unknown, RegExp]>([
    ['no-secrets', createCallbacks([]), { headers: {}, body: BODY }, /callbackCredentials/],
    ['missing-authorization', pairOnly, { headers: {}, body: BODY }, /Authorization header is missing/],
    ['missing-authorization', both, { headers: {}, body: BODY }, /Authorization/],
    ['wrong-authorization', pairOnly, { headers: { authorization: 'x' }, body: BODY }, /SHA-256 of username:password/],
    ['missing-signature', keyOnly, { headers: {}, body: BODY }, /x-phonepe-checksum-signature is missing/],
    ['missing-signature', keyOnly, { headers: { authorization: 'x' }, body: BODY }, /username and password/],
    ['wrong-signature', keyOnly, { headers: { [SIGNATURE]: 'x' }, body: BODY }, /bytes exactly as received/],
    ['wrong-signature', keyOnly, { headers: { [SIGNATURE]: '' }, body: BODY }, /secret key/],
    [
      'unknown-key',
      keyOnly,
      { headers: { [SIGNATURE]: 'x', [KEY_ID]: 'key-2' }, body: BODY },
      /not in callbackCredentials/,
    ],
    ['body-already-parsed', both, { headers: {}, body: JSON.parse(BODY) }, /express\.raw/],
    ['body-already-parsed', both, { headers: {} }, /raw bytes/],
    ['body-already-parsed', both, undefined, /already parsed/],
    // Express leaves a request without Content-Type unread when express.raw() is for '*/*'.
    ['body-already-parsed', both, { headers: {}, body: undefined }, /not read.*type: \(\) => true/],
    ['body-already-parsed', both, { headers: {}, body: {} }, /not read.*type: \(\) => true/],
  ])('%s', async (reason, callbacks, callback, hint) => {
    const error = await failureOf(callbacks.verify(callback as CallbackRequest))
    expect(error).toMatchObject({ kind: 'invalid-callback', httpStatus: 417, message: 'Invalid Callback', reason })
    expect(Reflect.get(error, 'hint')).toMatch(hint)
  })

  it('reports not-json for an authentic callback with an unreadable body', async () => {
    const headers = await sign('no JSON', PAIR)
    expect(await reasonOf(pairOnly, { headers, body: 'no JSON' })).toBe('not-json')
  })

  it('reports wrong-authorization before it reads the body', async () => {
    expect(await reasonOf(pairOnly, { headers: { authorization: 'x' }, body: 'no JSON' })).toBe('wrong-authorization')
  })
})

describe('several credentials', () => {
  const old = { username: 'old_hook', password: 'OldPassw0rd' }
  const oldKey = { secretKey: 'old-secret', keyId: 'key-0' }
  const withoutId = { secretKey: 'secret-without-id' }
  const callbacks = createCallbacks([old, PAIR, oldKey, KEY, withoutId])

  it.each([
    [old, { mode: 'classic', username: 'old_hook' }],
    [PAIR, { mode: 'classic', username: 'shop_hook' }],
    [oldKey, { mode: 'hmac', keyId: 'key-0' }],
    [KEY, { mode: 'hmac', keyId: 'key-1' }],
    [withoutId, { mode: 'hmac' }],
  ])('reports in verifiedBy which one matched: %j', async (secret, verifiedBy) => {
    const event = await callbacks.verify({ headers: await sign(BODY, secret), body: BODY })
    expect(event.verifiedBy).toEqual(verifiedBy)
  })

  it('tries only the keys with the id of the header', async () => {
    const signed = await sign(BODY, { ...KEY, keyId: 'key-0' })
    expect(await reasonOf(callbacks, { headers: signed, body: BODY })).toBe('wrong-signature')
  })

  it('tries a key without an id for every id', async () => {
    const signed = await sign(BODY, { ...withoutId, keyId: 'key-9' })
    expect((await callbacks.verify({ headers: signed, body: BODY })).verifiedBy).toEqual({ mode: 'hmac' })
  })

  it('tries every key when the header has no id', async () => {
    const { [KEY_ID]: _id, ...headers } = await sign(BODY, KEY)
    expect((await callbacks.verify({ headers, body: BODY })).verifiedBy).toEqual({ mode: 'hmac', keyId: 'key-1' })
  })
})

describe('classic and HMAC credentials', () => {
  const callbacks = createCallbacks([PAIR, KEY])

  it('rejects a wrong signature even with a valid authorization', async () => {
    const authorization = (await sign(BODY, PAIR)).authorization
    const tampered = BODY.replace('COMPLETED', 'FAILED')
    const headers = { ...(await sign(BODY, KEY)), authorization }
    expect(await reasonOf(callbacks, { headers, body: tampered })).toBe('wrong-signature')
    expect(await reasonOf(callbacks, { headers: { [SIGNATURE]: '', authorization }, body: BODY })).toBe(
      'wrong-signature',
    )
    expect((await callbacks.verify({ headers, body: BODY })).verifiedBy).toEqual({ mode: 'hmac', keyId: 'key-1' })
  })

  it('ignores a signature when no secret key is configured', async () => {
    const headers = { ...(await sign(BODY, PAIR)), [SIGNATURE]: 'x' }
    const event = await createCallbacks(PAIR).verify({ headers, body: BODY })
    expect(event.verifiedBy).toEqual({ mode: 'classic', username: 'shop_hook' })
  })
})

describe('headers and bodies', () => {
  const callbacks = createCallbacks([PAIR, KEY])

  it.each<[string, (headers: { [name: string]: string }) => CallbackRequest['headers']]>([
    ['web Headers', (headers) => new Headers(headers)],
    ['Node’s object', (headers) => headers],
    [
      'names in upper case',
      (headers) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
    ],
    [
      'lists of values',
      (headers) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    ],
    ['pairs', (headers) => Object.entries(headers)],
    ['the rawHeaders of Node', (headers) => Object.entries(headers).flat()],
    [
      'a signature in upper case',
      (headers) => ({ ...headers, ...(headers[SIGNATURE] && { [SIGNATURE]: headers[SIGNATURE].toUpperCase() }) }),
    ],
  ])('accepts headers as %s', async (_name, as) => {
    for (const secret of [PAIR, KEY]) {
      const event = await callbacks.verify({ headers: as(await sign(BODY, secret)), body: BODY })
      expect(event.kind).toBe('order')
    }
  })

  it.each<[string, CallbackRequest['body']]>([
    ['text', BODY],
    ['bytes', new TextEncoder().encode(BODY)],
    ['a Buffer', Buffer.from(BODY)],
    ['an ArrayBuffer', new Uint8Array(Buffer.from(BODY)).buffer],
    ['a view', new DataView(new Uint8Array(Buffer.from(BODY)).buffer)],
    ['a Buffer that went through JSON', JSON.parse(JSON.stringify(Buffer.from(BODY)))],
    ['a Blob', new Blob([BODY])],
    ['a web Request', new Request('https://shop.example/callbacks', { method: 'POST', body: BODY })],
  ])('accepts a body as %s', async (_name, body) => {
    const event = await callbacks.verify({ headers: await sign(BODY, KEY), body })
    expect(event).toMatchObject({ kind: 'order', event: 'checkout.order.completed' })
  })

  it('rejects a body that differs by one byte', async () => {
    const headers = await sign(BODY, KEY)
    expect(await reasonOf(callbacks, { headers, body: `${BODY} ` })).toBe('wrong-signature')
  })
})

/** The input of a call, and the way in which its caller reuses the input. */
type Reused = readonly [string, (bytes: Uint8Array) => CallbackRequest['body'], (bytes: Uint8Array) => void]

const fill = (bytes: Uint8Array) => void bytes.fill(0)
const detach = (bytes: Uint8Array) => void structuredClone(bytes.buffer, { transfer: [bytes.buffer as ArrayBuffer] })

describe.each(BOTH)('a caller that uses again what it passed, with %s', (_name, create) => {
  it.each<Reused>([
    ['a Buffer that is overwritten', (bytes) => Buffer.from(bytes.buffer), fill],
    ['an ArrayBuffer that is overwritten', (bytes) => bytes.buffer as ArrayBuffer, fill],
    ['a view that is overwritten', (bytes) => new DataView(bytes.buffer), fill],
    ['an ArrayBuffer that is transferred', (bytes) => bytes.buffer as ArrayBuffer, detach],
  ])('has the callback verified that it passed: %s', async (_what, bodyOf, use) => {
    for (const credential of [PAIR, KEY]) {
      const bytes = Uint8Array.from(Buffer.from(BODY))
      const headers: { [name: string]: string } = { ...(await sign(BODY, credential)) }
      const verified = create([PAIR, KEY]).verify({ headers, body: bodyOf(bytes) })
      use(bytes)
      for (const name of Object.keys(headers)) headers[name] = ''
      expect(await verified).toMatchObject({ kind: 'order', payload: { merchantOrderId: 'ord_2025_000123' } })
    }
  })
})

describe('galla.callbacks', () => {
  const config = { clientId: 'shop', clientSecret: 'secret', clientVersion: 1 }

  it('uses callbackCredentials of the config', async () => {
    const galla = new Galla({ ...config, callbackCredentials: PAIR })
    const event = await galla.callbacks.verify({ headers: await sign(BODY, PAIR), body: BODY })
    expect(event.kind === 'order' && event.payload.state).toBe('COMPLETED')
  })

  it('rejects every callback without credentials', async () => {
    const galla = new Galla(config)
    expect(await reasonOf(galla.callbacks, { headers: await sign(BODY, PAIR), body: BODY })).toBe('no-secrets')
  })

  it.each([
    [{ username: '', password: 'x' }, 'callbackCredentials[0].username'],
    [{ username: 'x' }, 'callbackCredentials[0].password'],
    [{ secretKey: '' }, 'callbackCredentials[0].secretKey'],
    [{ username: 'x', password: 'y\n' }, 'callbackCredentials[0].password'],
    [{ username: ' x', password: 'y' }, 'callbackCredentials[0].username'],
    [{ secretKey: '\uFEFFkey' }, 'callbackCredentials[0].secretKey'],
    [{ secretKey: 'key', keyId: '' }, 'callbackCredentials[0].keyId'],
    [{ secretKey: 'key', keyId: ' 1' }, 'callbackCredentials[0].keyId'],
    [{ secretKey: 'key', keyId: 1 }, 'callbackCredentials[0].keyId'],
    [{ secretKey: 'key', keyId: null }, 'callbackCredentials[0].keyId'],
    [[PAIR, null], 'callbackCredentials[1]'],
    ['secret', 'callbackCredentials[0]'],
  ])('rejects the credentials %j and names the field', (callbackCredentials, field) => {
    expect(() => new Galla({ ...config, callbackCredentials: callbackCredentials as CallbackCredential })).toThrow(
      expect.objectContaining({ kind: 'invalid-request', field }),
    )
  })
})

/** A header with a second value, in every notation. */
const twice = (headers: { readonly [name: string]: string }, name: string, second: string) => {
  const { [name]: first = '', ...rest } = headers
  const pairs: [string, string][] = [[name.toUpperCase(), first], [name, second], ...Object.entries(rest)]
  return { lists: { ...rest, [name]: [first, second] }, cases: Object.fromEntries(pairs), pairs, raw: pairs.flat() }
}

describe.each(BOTH)('a request with two values of one header, with %s', (_name, create) => {
  it.each<[string, CallbackCredential, string, CallbackRefusal]>([
    ['authorization', PAIR, 'authorization', 'wrong-authorization'],
    ['a signature', KEY, 'x-phonepe-checksum-signature', 'wrong-signature'],
    ['a key id', { ...KEY, keyId: 'k1' }, 'x-phonepe-checksum-key-id', 'unknown-key'],
  ])('is refused when they differ, in either order: %s', async (_what, credential, name, reason) => {
    const headers = await sign(BODY, credential)
    const genuine = headers[name] ?? ''
    for (const second of ['another', genuine.slice(1), 'b'.repeat(64)])
      for (const one of [
        ...Object.values(twice(headers, name, second)),
        ...Object.values(twice({ ...headers, [name]: second }, name, genuine)),
        new Headers(twice(headers, name, second).pairs),
      ])
        expect(await reasonOf(create(credential), { headers: one, body: BODY })).toBe(reason)
  })

  it('is accepted when they are the same', async () => {
    const headers = await sign(BODY, PAIR)
    for (const one of Object.values(twice(headers, 'authorization', headers.authorization ?? '')))
      expect(await create(PAIR).verify({ headers: one, body: BODY })).toMatchObject({ kind: 'order' })
  })
})

describe('a request as a function platform hands it over', () => {
  it.each(FUNCTION_EVENTS)('is verified: %s', async (_platform, eventOf) => {
    for (const secret of [PAIR, KEY]) {
      const { headers, multiValueHeaders, body, isBase64Encoded } = eventOf(await sign(BODY, secret), BODY)
      for (const one of [headers, multiValueHeaders].filter((given) => given !== undefined))
        expect(await createCallbacks(secret).verify({ headers: one, body, isBase64Encoded })).toMatchObject({
          kind: 'order',
        })
    }
  })

  it.each<[string, CallbackCredential, CallbackRefusal]>([
    ['not-json of a classic callback', PAIR, 'not-json'],
    ['wrong-signature', KEY, 'wrong-signature'],
  ])('has a hint when its base64 is not decoded: %s', async (_what, secret, reason) => {
    const encoded = Buffer.from(BODY).toString('base64')
    for (const body of [encoded, Buffer.from(encoded)])
      expect(
        await failureOf(createCallbacks(secret).verify({ headers: await sign(BODY, secret), body })),
      ).toMatchObject({
        reason,
        field: 'isBase64Encoded',
        hint: expect.stringMatching(/^isBase64Encoded is missing: the body is base64.*isBase64Encoded: true/),
      })
  })
})

describe('a call that is at fault', () => {
  const both = createCallbacks([PAIR, KEY])
  it.each<[string, CallbackRefusal, object | undefined, string, RegExp]>([
    ['no request', 'body-already-parsed', undefined, 'body', /^body is missing/],
    ['no headers', 'missing-authorization', { body: BODY }, 'headers', /^headers is missing: pass the headers/],
    ['headers as text', 'missing-authorization', { headers: 'a: b', body: BODY }, 'headers', /^headers is a string/],
    ['no body', 'body-already-parsed', { headers: {} }, 'body', /^body is missing.*express\.raw/],
    ['a number as the body', 'body-already-parsed', { headers: {}, body: 7 }, 'body', /^body is a number.*raw bytes/],
    ['a parsed body', 'body-already-parsed', { headers: {}, body: JSON.parse(BODY) }, 'body', /^body is an object/],
    [
      'text that is no base64',
      'body-already-parsed',
      { headers: {}, body: BODY, isBase64Encoded: true },
      'isBase64Encoded',
      /^isBase64Encoded is true, but the body is not base64/,
    ],
  ])('names the field and the way out: %s', async (_what, reason, callback, field, hint) => {
    expect(await failureOf(both.verify(callback as unknown as CallbackRequest))).toMatchObject({
      kind: 'invalid-callback',
      reason,
      field,
      hint: expect.stringMatching(hint),
    })
  })

  it('is not blamed for a request that has no header', async () => {
    const error = await failureOf(both.verify({ headers: {}, body: BODY }))
    expect(error).toMatchObject({ reason: 'missing-authorization', hint: expect.stringMatching(/a proxy/) })
    expect(error).not.toHaveProperty('field')
  })
})
