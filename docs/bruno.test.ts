import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { bruToEnvJsonV2, bruToJsonV2 } from '@usebruno/lang'
import { describe, expect, it } from 'vitest'
import { EVENT_NAMES } from '../packages/contract/src/gateway-api/events.ts'
import { subscriptions } from '../packages/gateway/src/subscriptions.ts'
import { setUpElsewhere } from '../packages/gateway/test/helpers/foreign-mandate.ts'
import { CART, setupTestGateways } from '../packages/gateway/test/helpers/test-gateway.ts'
import { BRUNO_FOLDER, brunoCollection } from '../scripts/docs/bruno.mjs'
import { openApiDocuments } from '../scripts/docs/openapi.mjs'

const KEY = 'the-key-of-the-shop-0123456789abcdef'
const root = join(import.meta.dirname, '..')
const createTestGateway = setupTestGateways()

interface BruRequest {
  readonly meta: { name: string; seq: string }
  readonly http: { method: string; url: string; auth: string }
  readonly params?: { type: 'path' | 'query'; name: string; value: string }[]
  readonly body?: { json: string }
}

const kept: { readonly [name: string]: string } = Object.fromEntries(
  readdirSync(join(root, BRUNO_FOLDER), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'README.md')
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [path.slice(join(root, BRUNO_FOLDER).length + 1), readFileSync(path, 'utf8')]
    }),
)
const requests = Object.entries(kept)
  .filter(([name]) => /^\d/.test(name))
  .map(([, text]) => bruToJsonV2(text) as BruRequest)
  .sort((a, b) => Number(a.meta.seq) - Number(b.meta.seq))

describe('the Bruno collection', () => {
  it('is made from the OpenAPI document', () => {
    expect(kept, 'node scripts/docs/bruno.mjs').toEqual(brunoCollection())
  })

  it('has each route of the merchant API', () => {
    const [{ document }] = openApiDocuments()
    const routes = Object.entries(document.paths as { [path: string]: object }).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(requests.map(({ meta }) => meta.name).sort()).toEqual(routes.sort())
  })

  it('has requests that a gateway accepts one after the other', async () => {
    const { gateway, sandbox, drainJobs, rows } = await createTestGateway({
      gateway: { merchant: { keys: [KEY], path: '/merchant' }, subscriptions: subscriptions() },
    })
    const { variables } = bruToEnvJsonV2(kept['environments/local.bru'] ?? '') as {
      variables: { name: string; value: string }[]
    }
    const baseUrl = variables.find(({ name }) => name === 'baseUrl')?.value ?? ''
    await gateway.orders.start({ ...CART, reference: 'cart-8', merchantOrderId: 'cart-8-1', checkout: 'CUSTOM' })
    /** Acts of the payer and the provider before a request. */
    const before: { readonly [route: string]: () => Promise<unknown> } = {
      'POST /orders/:merchantOrderId/sync': async () => {
        await sandbox.simulatePayment('cart-7-1', { outcome: 'SUCCESS' })
        await drainJobs()
      },
      'POST /refunds/:merchantRefundId/sync': async () => {
        await drainJobs()
        await sandbox.simulateRefund('cart-7-1-cup', { outcome: 'SUCCESS' })
      },
      'POST /subscriptions/:subscriptionId/pause': async () => {
        await sandbox.simulatePayment('sub-7-1-1', { outcome: 'SUCCESS' })
        await drainJobs()
      },
      'POST /mandates/import': () => setUpElsewhere(sandbox),
      'GET /day-closes/:day': () =>
        rows(`insert into galla.day_closes ("day", "closedAtMs") values ('2026-10-31', $1)`, [Date.UTC(2026, 10, 2)]),
    }
    const tomorrow = new Date(sandbox.clock.now() + 86_400_000).toISOString().slice(0, 10)
    const answers: unknown[] = []
    for (const { meta, http, params = [], body } of requests) {
      await before[meta.name]?.()
      const url = params
        .filter(({ type }) => type === 'path')
        .reduce((text, { name, value }) => text.replace(`:${name}`, value), http.url.replace('{{baseUrl}}', baseUrl))
      const response = await gateway.merchant.fetch(
        new Request(url, {
          method: http.method.toUpperCase(),
          headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
          // A day of the example must be ahead.
          ...(body ? { body: body.json.replace('2027-02-10', tomorrow) } : {}),
        }),
        { address: '127.0.0.1' },
      )
      const text = await response.text()
      answers.push([meta.name, response.status, response.ok ? '' : text])
    }
    expect(answers).toEqual(requests.map(({ meta }) => [meta.name, 200, '']))
  })
})

describe('the OpenAPI document of the merchant API', () => {
  const [{ document }] = openApiDocuments()

  it('is valid, with the events that are posted as webhooks', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document))
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
    expect(Object.keys(document.webhooks)).toEqual(EVENT_NAMES)
    const { post } = document.webhooks['order.completed']
    expect(post.summary).toMatch(/^Paid and to be delivered\./)
    expect(post.requestBody.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/MerchantNotification',
    })
    expect(document.components.schemas.MerchantNotification.required).toEqual(['type', 'timestamp', 'data'])
  })

  it('has an example of each body', () => {
    const bodies = Object.values(document.paths as { [path: string]: { [method: string]: { requestBody?: object } } })
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ requestBody }) => requestBody ?? [])
    expect(bodies.length).toBeGreaterThan(5)
    for (const body of bodies)
      expect(body).toMatchObject({ content: { 'application/json': { example: expect.any(Object) } } })
  })
})
