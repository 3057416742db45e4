import { tokenResponse } from '@galla/testkit/factories'
import { json } from '@galla/testkit/scripted-answers'
import { type ScriptedServer, startScriptedServer } from '@galla/testkit/scripted-server'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { undiciTransport } from '../src/http/undici.ts'
import { Galla, isGallaError } from '../src/index.ts'
import { CREDENTIALS, failureOf } from './support/client.ts'

let server: ScriptedServer
const clients: { [transport: string]: Galla } = {}
beforeAll(async () => {
  server = await startScriptedServer()
  server.on('POST /apis/pg/v1/oauth/token', json(200, tokenResponse())).otherwise(json(200, {}))
  const config = { ...CREDENTIALS, hosts: `${server.origin}/apis/pg` }
  clients['node:http'] = new Galla(config)
  clients.fetch = new Galla({ ...config, fetch })
  clients.undici = new Galla({ ...config, fetch: undiciTransport() })
})
afterAll(async () => {
  for (const galla of Object.values(clients)) await galla.close()
  await server.close()
})

const LOOKUPS: readonly (readonly [string, string, (galla: Galla, id: string) => Promise<unknown>])[] = [
  [
    '/checkout/v2/order/',
    '/status',
    ({ standardCheckout }, id) => standardCheckout.getOrderStatus({ merchantOrderId: id }),
  ],
  [
    '/payments/v2/order/',
    '/status',
    ({ customCheckout }, id) => customCheckout.getOrderStatus({ merchantOrderId: id }),
  ],
  [
    '/checkout/v2/transaction/',
    '/status',
    ({ standardCheckout }, id) => standardCheckout.getTransactionStatus({ transactionId: id }),
  ],
  [
    '/payments/v2/transaction/',
    '/status',
    ({ customCheckout }, id) => customCheckout.getTransactionStatus({ transactionId: id }),
  ],
  ['/payments/v2/refund/', '/status', ({ refunds }, id) => refunds.getStatus({ merchantRefundId: id })],
]
/** Ids that would leave their path segment if they were not escaped. */
const HOSTILE = [
  'a/../b?x=1',
  '%2e%2e',
  '%2E',
  '..%2f..',
  '%2F',
  '/',
  '//',
  '?',
  '#',
  'a;b',
  '\\',
  '..\\..',
  '\u0000',
  '\r\nX: y',
  ' a ',
  '...',
  'चाय',
  '😀',
  '@',
  ':80',
  '%',
  '%zz',
  'a\u2028b',
  'a&details=true',
]

/** Asserts that the server received the id as exactly one segment of the path template. */
function expectTemplate(before: string, after: string, id: string) {
  const { path, query } = server.requests.at(-1) ?? { path: '', query: '' }
  expect(path.startsWith(`/apis/pg${before}`)).toBe(true)
  expect(path.endsWith(after)).toBe(true)
  const segment = path.slice(`/apis/pg${before}`.length, -after.length)
  expect(segment).not.toMatch(/[/\\?#]/)
  expect(['.', '..']).not.toContain(segment)
  expect(decodeURIComponent(segment)).toBe(id)
  expect(['', 'details=false']).toContain(query)
}

describe.each(['node:http', 'fetch', 'undici'])('over %s', (transport) => {
  it.each(HOSTILE)('sends the id %j as one segment of every path', async (id) => {
    for (const [before, after, lookup] of LOOKUPS) {
      await lookup(clients[transport] as Galla, id)
      expectTemplate(before, after, id)
    }
  })

  it.each(['.', '..', '', ' ', '\u2028', '\ud800', 'a\udfff'])(
    'rejects the id %j by name before anything is sent',
    async (id) => {
      const before = server.requests.length
      for (const [path, , lookup] of LOOKUPS) {
        const field = path.includes('transaction')
          ? 'transactionId'
          : path.includes('refund')
            ? 'merchantRefundId'
            : 'merchantOrderId'
        expect(await failureOf(lookup(clients[transport] as Galla, id))).toMatchObject({
          kind: 'invalid-request',
          field,
        })
      }
      expect(server.requests).toHaveLength(before)
    },
  )
})

it('rejects any id or sends it as one segment', async () => {
  const anyText = fc.oneof(
    fc.array(fc.nat(0x10ffff)).map((codes) => String.fromCodePoint(...codes)),
    fc.string({ unit: fc.constantFrom('.', '/', '%', '2', 'e', 'f', '\\', '?', '#', 'a', '\ud800', '\n') }),
    fc.string(),
  )
  await fc.assert(
    fc.asyncProperty(
      anyText,
      fc.constantFrom(...LOOKUPS),
      fc.constantFrom(...Object.keys(clients)),
      async (id, [before, after, lookup], transport) => {
        const made = server.requests.length
        try {
          await lookup(clients[transport] as Galla, id)
        } catch (error) {
          expect(isGallaError(error) && error.kind).toBe('invalid-request')
          expect(server.requests).toHaveLength(made)
          return
        }
        expect(server.requests).toHaveLength(made + 1)
        expectTemplate(before, after, id)
      },
    ),
    { numRuns: 300 },
  )
})
