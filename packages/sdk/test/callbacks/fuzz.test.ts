import { type CallbackRequest, createCallbacks, isGallaError } from '@galla/sdk'
import { sign } from '@galla/sdk/testing'
import { callbackBody, orderCallback, refundCallback } from '@galla/testkit/factories'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const LONG = process.env.GALLA_LONG === '1'
const PAIR = { username: 'shop_hook', password: 'Passw0rd99' }
const KEY = { secretKey: 'whk-demo-secret', keyId: 'key-1' }
const callbacks = createCallbacks([PAIR, KEY])

const WORDS = [
  'event',
  'type',
  'payload',
  'state',
  'constructor',
  '__proto__',
  'toString',
  'paymentDetails',
  'rail',
  'instrument',
  'splitInstruments',
  'amount',
  'originalMerchantOrderId',
  'pg.order.completed',
  'pg.refund.failed',
  'checkout.transaction.attempt.failed',
  'PG_REFUND_ACCEPTED',
  'COMPLETED',
]
const word = fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: 'binary', maxLength: 12 }))
const { message } = fc.letrec((tie) => ({
  leaf: fc.oneof(word, fc.integer(), fc.double(), fc.boolean(), fc.constant(null)),
  list: fc.array(tie('any'), { maxLength: 4, depthIdentifier: 'deep' }),
  message: fc.dictionary(word, tie('any'), { maxKeys: 5, depthIdentifier: 'deep' }),
  any: fc.oneof({ depthIdentifier: 'deep', maxDepth: 4 }, tie('leaf'), tie('list'), tie('message')),
}))

const valid = fc.constantFrom(
  callbackBody(orderCallback('pg.order.failed')),
  callbackBody(orderCallback('checkout.transaction.attempt.failed')),
  callbackBody(refundCallback('pg.refund.accepted')),
)
/** Valid bodies with a few bytes replaced, removed or inserted. */
const corrupted = fc
  .tuple(valid, fc.array(fc.tuple(fc.nat(), fc.nat(255), fc.nat(2)), { maxLength: 4 }))
  .map(([text, edits]) => {
    const bytes = [...Buffer.from(text)]
    for (const [at, byte, how] of edits) bytes.splice(at % bytes.length, how === 0 ? 1 : how === 1 ? 0 : 3, byte)
    return Uint8Array.from(bytes)
  })
const body: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: message.map((value) => JSON.stringify(value)) },
  { weight: 3, arbitrary: corrupted },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.uint8Array() },
  { weight: 1, arbitrary: fc.anything() },
  { weight: 1, arbitrary: fc.nat(500).map((depth) => '['.repeat(depth)) },
  { weight: 1, arbitrary: fc.nat(500).map((depth) => `{"payload":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`) },
)
const name = fc.constantFrom(
  'authorization',
  'Authorization',
  'x-phonepe-checksum-signature',
  'X-PHONEPE-CHECKSUM-SIGNATURE',
  'x-phonepe-checksum-key-id',
  'get',
)
const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('key-1', 'a'.repeat(64)),
  fc.array(fc.string()),
  fc.constant(undefined),
)
const headers: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('signed by the pair', 'signed by the key') },
  { weight: 3, arbitrary: fc.dictionary(name, value) },
  { weight: 1, arbitrary: fc.anything() },
)

async function verify(given: unknown, raw: unknown): Promise<unknown> {
  const authentic = typeof given === 'string' && given.startsWith('signed')
  const text = typeof raw === 'string' ? raw : raw instanceof Uint8Array ? Buffer.from(raw).toString('latin1') : ''
  const received = authentic ? await sign(text, given.endsWith('key') ? KEY : PAIR) : given
  return callbacks.verify({ headers: received, body: raw } as CallbackRequest)
}

// A hang would fail by the timeout.
describe('any body under any headers', () => {
  it('results in an event or an invalid-callback error, nothing else', {
    timeout: LONG ? 3_600_000 : 20_000,
  }, async () => {
    const seen = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(headers, body, async (given, raw) => {
        const result = await verify(given, raw).then(
          (event) => `event ${Reflect.get(Object(event), 'kind')}`,
          (error: unknown) => {
            if (!isGallaError(error) || error.kind !== 'invalid-callback') throw error
            expect(error.hint).not.toBe('')
            return `refused ${error.reason}`
          },
        )
        seen.set(result, (seen.get(result) ?? 0) + 1)
        expect(result).toMatch(/^event (?:order|attempt|refund|unknown)$|^refused [a-z-]+$/)
      }),
      { numRuns: LONG ? 1_000_000 : 2_000, ...(LONG ? {} : { seed: 20_260_101 }) },
    )
    // The sample must reach every branch.
    expect([...seen.keys()].sort()).toEqual([
      'event attempt',
      'event order',
      'event refund',
      'event unknown',
      'refused body-already-parsed',
      'refused missing-authorization',
      'refused not-json',
      'refused unknown-key',
      'refused wrong-authorization',
      'refused wrong-signature',
    ])
  })

  it('always returns a string as event', async () => {
    await fc.assert(
      fc.asyncProperty(message, async (value) => {
        const raw = JSON.stringify(value)
        const event = await callbacks.verify({ headers: await sign(raw, PAIR), body: raw })
        expect(typeof event.event).toBe('string')
      }),
      { numRuns: LONG ? 100_000 : 1_000, seed: 7 },
    )
  })
})
