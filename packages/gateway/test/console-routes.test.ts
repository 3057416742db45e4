import { readFileSync } from 'node:fs'
import type { AuditEntry } from '@galla/contract/gateway-api/audit'
import type { About, Session } from '@galla/contract/gateway-api/console-routes'
import type { OrderWithTimeline } from '@galla/contract/gateway-api/decisions'
import type { EventDelivery } from '@galla/contract/gateway-api/deliveries'
import type { HealthReport } from '@galla/contract/gateway-api/health'
import type { Order, Page } from '@galla/contract/gateway-api/orders'
import type { Overview } from '@galla/contract/gateway-api/overview'
import { inr } from '@galla/sdk'
import { describe, expect, it, vi } from 'vitest'
import { VERSION } from '../src/package-info.ts'
import { CONSOLE_PASSWORD, createPaidOrder, ORIGIN, setupConsoles, waitForCallLog } from './helpers/console-gateway.ts'
import { AMOUNT, CART } from './helpers/test-gateway.ts'

const { createTestGateway, createGatewayWithConsole } = setupConsoles()

describe('POST /playground/pay', () => {
  const order = { amount: AMOUNT, reference: 'cart-9', redirectUrl: 'http://127.0.0.1:3000/playground' }
  interface Paid {
    order: { merchantOrderId: string; state: string; metaInfo?: object }
    redirectUrl?: string
    intentUrl?: string
  }

  it('starts a STANDARD and a CUSTOM payment with all optional fields', async () => {
    const { testGateway, post, get } = await createGatewayWithConsole()
    const more = { expireAfter: 900, message: 'Two cups', metaInfo: { udf1: 'table 4', udf15: 'window' } }
    const standard = await post<Paid>('/playground/pay', { ...order, ...more, checkout: 'STANDARD' })
    expect(standard).toMatchObject({ order: { state: 'PENDING', metaInfo: more.metaInfo } })
    expect(standard.redirectUrl).toContain('/transact/pg?token=')
    const [sent] = testGateway.sandbox.journal({ name: 'standardPay' })
    expect(sent?.request?.body).toMatchObject({ expireAfter: 900, paymentFlow: { message: 'Two cups' } })
    const intent = { type: 'UPI_INTENT', targetApp: 'PHONEPE' }
    const custom = await post<Paid>('/playground/pay', {
      ...order,
      checkout: 'CUSTOM',
      paymentMode: intent,
      deviceOS: 'iOS',
    })
    expect(custom.intentUrl).toMatch(/^ppe:/)
    const { rows } = await get<Page<AuditEntry>>('/audit?kind=order')
    expect(rows).toMatchObject(
      [custom, standard].map((paid) => ({
        who: 'admin',
        what: 'started in the console',
        id: paid.order.merchantOrderId,
        after: { amount: AMOUNT },
      })),
    )
    expect(testGateway.sandbox.journal({ name: 'customPay' })).toHaveLength(1)
  })

  it('returns the order of a payment that failed before the provider’s reply arrived', async () => {
    const decided: { fail?: (merchantOrderId: string) => Promise<void> } = {}
    const { testGateway, post } = await createGatewayWithConsole({
      wrapProvider: (provider) => async (url, init) => {
        const response = await provider(url, init)
        if (String(url).endsWith('/payments/v2/pay'))
          await decided.fail?.(JSON.parse(String(init?.body)).merchantOrderId)
        return response
      },
    })
    decided.fail = async (merchantOrderId) => {
      await testGateway.sandbox.simulatePayment(merchantOrderId, { outcome: 'FAILURE', errorCode: 'U90' })
      await testGateway.drainJobs()
    }
    const paid = await post<Paid>('/playground/pay', { ...order, checkout: 'CUSTOM', paymentMode: { type: 'UPI_QR' } })
    expect(paid).toMatchObject({ order: { state: 'FAILED', detailedErrorCode: 'U90' } })
    expect(paid).not.toHaveProperty('redirectUrl')
    expect(paid).not.toHaveProperty('intentUrl')
  })

  it('answers 400 with the name of the invalid field', async () => {
    const { request } = await createGatewayWithConsole()
    const refused = async (more: object) => {
      const response = await request('POST', '/playground/pay', { ...order, checkout: 'STANDARD', ...more })
      return [response.status, ((await response.json()) as { field?: string }).field]
    }
    expect(await refused({ metaInfo: { udf16: 'x' } })).toEqual([400, 'metaInfo.udf16'])
    expect(await refused({ metaInfo: { udf1: 'x'.repeat(257) } })).toEqual([400, 'metaInfo.udf1'])
    expect(await refused({ expireAfter: 1.5 })).toEqual([400, 'expireAfter'])
    expect(await refused({ deviceOS: 'CP/M' })).toEqual([400, 'deviceOS'])
  })

  it('has a sandbox in another container when its host is allowed by name', async () => {
    const open = (more: object) =>
      createGatewayWithConsole({
        gateway: { console: { password: CONSOLE_PASSWORD, providerUrl: 'http://sandbox:4500' }, ...more },
      })
    expect(await (await open({ hostsWithoutTls: ['sandbox'] })).get<About>('/about')).toMatchObject({ sandbox: true })
    expect(await (await open({})).get<About>('/about')).toMatchObject({ sandbox: false })
  })

  it('answers 404 NO_SANDBOX when the provider is not a local sandbox', async () => {
    const { request } = await createGatewayWithConsole({
      gateway: { console: { password: CONSOLE_PASSWORD, providerUrl: 'https://pay.example' } },
    })
    const response = await request('POST', '/playground/pay', { ...order, checkout: 'STANDARD' })
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'NO_SANDBOX' }])
  })
})

describe('/calls', () => {
  it('lists calls with their result, and groups failed ones by kind', async () => {
    const { testGateway, get } = await createGatewayWithConsole()
    await createPaidOrder(testGateway)
    await testGateway.gateway.orders.start({ ...CART, reference: 'cart-8', amount: 1 as typeof AMOUNT }).catch(() => {})
    await vi.waitFor(
      async () =>
        expect(await testGateway.rows('select 1 from galla.calls where "errorKind" is not null')).not.toEqual([]),
      { timeout: 20_000 },
    )
    const { rows } = await get<{ rows: { callId: string; endpoint: string; errorKind?: string }[] }>('/calls')
    expect(rows).toContainEqual(
      expect.objectContaining({ endpoint: 'standardPay', httpStatus: 200, attempts: 1, method: 'POST' }),
    )
    const failed = rows.find(({ errorKind }) => errorKind !== undefined)
    expect(failed).toBeDefined()
    const detail = await get<{ errorKind: string }>(`/calls/${failed?.callId}`)
    expect(detail.errorKind).toBe('bad-request')
    const { groups } = await get<{ groups: object[] }>('/calls/errors')
    expect(groups).toContainEqual(expect.objectContaining({ endpoint: 'standardPay', errorKind: detail.errorKind }))
  })
})

describe('console API', () => {
  it('GET /about returns environment, masked clientId, provider host and version; GET /telemetry counts nothing by default', async () => {
    const { get } = await createGatewayWithConsole()
    expect(await get<About>('/about')).toMatchObject({
      environment: 'SANDBOX',
      clientId: 'te****l',
      sandbox: true,
      merchantApi: false,
      providerHost: '127.0.0.1:4500',
      version: JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version,
    })
    expect(VERSION).toMatch(/^\d+\.\d+\.\d+$/)
    expect(await get('/telemetry')).toEqual({ sent: 0, failed: 0, dropped: 0 })
  })

  it('GET /overview counts what is owed to payers after the review of a failed automatic refund is resolved', async () => {
    const { testGateway, get, post } = await createGatewayWithConsole()
    const { gateway, sandbox, advance } = testGateway
    // The sandbox refuses a refund of this amount.
    const cart = { ...CART, amount: inr('901.01') }
    for (const merchantOrderId of ['first', 'second']) await gateway.orders.start({ ...cart, merchantOrderId })
    for (const id of ['first', 'second']) await sandbox.simulatePayment(id, { outcome: 'SUCCESS' })
    for (let minutes = 0; minutes < 5; minutes += 1) await advance(60_000)
    expect(await get<Overview>('/overview')).toMatchObject({
      needsReview: 1,
      owedInReview: 90_101,
      owed: 0,
      owedAmount: 0,
    })
    const [inReview] = (await get<Page<Order>>('/orders?needsReview=true')).rows
    const { merchantOrderId = '', version } = inReview ?? {}
    await post(`/orders/${merchantOrderId}/resolve-review`, { note: 'refunded by bank transfer', version })
    expect(await get<Overview>('/overview')).toMatchObject({
      needsReview: 0,
      owedInReview: 0,
      owed: 1,
      owedAmount: 90_101,
    })
    expect((await get<Page<Order>>('/orders?owed=true')).rows).toMatchObject([{ refundableAmount: 90_101 }])
  })

  it('GET /overview returns counts and volume, and delayed orders are listed by /orders?delayed=true', async () => {
    const { testGateway, get } = await createGatewayWithConsole()
    await createPaidOrder(testGateway, 'cart-1')
    await createPaidOrder(testGateway, 'cart-2', inr('1'))
    await testGateway.gateway.orders.start({ ...CART, reference: 'cart-3' })
    const overview = await get<Overview>('/overview')
    expect(overview).toMatchObject({
      orders: 3,
      completed: 2,
      pending: 1,
      failed: 0,
      grossVolume: 50_000,
      delayed: 0,
      needsReview: 0,
      refundsInReview: 0,
      refundsToApprove: 0,
      failedDeliveries: 0,
      retriedDeliveries: 0,
    })
    expect(overview.series.reduce((sum, { amount }) => sum + amount, 0)).toBe(50_000)
    expect(overview.byPaymentMode.reduce((sum, { completed, pending }) => sum + completed + pending, 0)).toBe(3)
    await testGateway.advance(20 * 60_000)
    await testGateway.rows(
      `update galla.orders set "state" = 'PENDING', "resolution" = null, "expiresAtMs" = 1 where "reference" = 'cart-3'`,
    )
    await testGateway.rows(`insert into galla.events ("eventId", "event", "merchantOrderId", "createdAtMs")
      select 'order:x:failed', 'order.failed', "merchantOrderId", 1 from galla.orders where "reference" = 'cart-3'`)
    await testGateway.rows(`insert into galla.deliveries ("eventId", "subscriber", "event", "merchantOrderId", "createdAtMs", "state")
      select "eventId", 'handlers', "event", "merchantOrderId", 1, 'failed' from galla.events where "eventId" = 'order:x:failed'`)
    expect(await get<Overview>('/overview')).toMatchObject({ delayed: 1, failedDeliveries: 1, retriedDeliveries: 0 })
    await testGateway.rows(`insert into galla.deliveries ("eventId", "subscriber", "event", "merchantOrderId", "createdAtMs", "nextAttemptAtMs", "attempts", "lastError")
      select "eventId", n, "event", "merchantOrderId", 1, 9999999999999, (e is not null)::int, e from galla.events,
        (values ('mail', 'connect ECONNREFUSED'), ('fresh', null)) v(n, e) where "eventId" = 'order:x:failed'`)
    expect(await get<Overview>('/overview')).toMatchObject({ failedDeliveries: 1, retriedDeliveries: 1 })
    const retrying = await get<Page<EventDelivery>>('/deliveries?state=retrying')
    expect(retrying.rows.map(({ subscriber }) => subscriber)).toEqual(['mail'])
    expect((await get<Page<Order>>('/orders?delayed=true')).rows.map(({ reference }) => reference)).toEqual(['cart-3'])
    expect((await get<Page<Order>>('/orders?state=OPEN')).rows.map(({ reference }) => reference)).toEqual(['cart-3'])
  })

  it('GET /overview uses steps of 30 minutes, 6 hours, 1 day and 14 days for 1, 7, 30 and 365 days', async () => {
    const { testGateway, get } = await createGatewayWithConsole()
    const toMs = testGateway.sandbox.clock.now()
    const steps = async (days: number) =>
      (await get<Overview>(`/overview?fromMs=${toMs - days * 86_400_000}&toMs=${toMs}`)).stepMs / 60_000
    expect([await steps(1), await steps(7), await steps(30), await steps(365)]).toEqual([30, 360, 1_440, 20_160])
  })

  it('POST /reveal returns one value, writes an audit entry, and answers 404 NOT_KEPT for a value that is stored masked', async () => {
    const { testGateway, request, get, post } = await createGatewayWithConsole()
    const metaInfo = { udf1: 'ravi@example.net' }
    const { order } = await testGateway.gateway.orders.start({ ...CART, metaInfo })
    const id = order.merchantOrderId
    expect((await get<OrderWithTimeline>(`/orders/${id}`)).order.metaInfo?.udf1).toContain('****')
    const target = { kind: 'order', id, path: 'request.metaInfo.udf1', reason: 'ticket 4711' }
    for (const reason of ['', '\u200b\u200b\u200b', '\u3164\u3164\u3164', '\u2800\ufe0f\u034f']) {
      const silent = await request('POST', '/reveal', { ...target, reason })
      expect([silent.status, await silent.json()]).toMatchObject([400, { field: 'reason' }])
    }
    expect(await post('/reveal', target)).toEqual({ value: 'ravi@example.net' })
    await post('/legal-holds', { merchantOrderId: id, reason: 'ticket 4711' })
    // Each role reads the timeline, and only admins the audit log and legal holds.
    const { timeline } = await get<OrderWithTimeline>(`/orders/${id}`)
    expect(timeline.find((entry) => entry.kind === 'audit')).toEqual(expect.objectContaining({ action: 'revealed' }))
    expect(JSON.stringify(timeline)).not.toContain('ticket 4711')
    await testGateway.rows(`update galla.orders set "payerVpa" = 'su****a@ybl'`)
    const masked = await request('POST', '/reveal', { ...target, path: 'payerVpa' })
    expect([masked.status, await masked.json()]).toMatchObject([404, { code: 'NOT_KEPT' }])
    const audit = await testGateway.rows(
      `select "what", "kind", "id", "detail" from galla.audit where "what" like '%reveal%' order by "auditId"`,
    )
    expect(audit).toEqual([
      { what: 'revealed', kind: 'order', id, detail: 'request.metaInfo.udf1: ticket 4711' },
      { what: 'could not reveal', kind: 'order', id, detail: 'payerVpa: ticket 4711' },
    ])
  })

  it.each<[string, object, string]>([
    ['the token of an order for an app', { checkout: 'MOBILE' }, 'token'],
    ['the address of a hosted page', {}, 'redirectUrl'],
  ])('POST /reveal shows %s to nobody, and the audit log has the attempt', async (_, more, field) => {
    const { testGateway, request } = await createGatewayWithConsole()
    const { redirectUrl, ...cart } = CART
    const address = 'checkout' in more ? {} : { redirectUrl }
    const { order } = await testGateway.gateway.orders.start({ ...cart, ...address, ...more } as typeof CART)
    const id = order.merchantOrderId
    expect(await testGateway.rows(`select "opened"->>'${field}' is not null as "isKept" from galla.orders`)).toEqual([
      { isKept: true },
    ])
    const refused = await request('POST', '/reveal', {
      kind: 'order',
      id,
      path: `opened.${field}`,
      reason: 'ticket 4711',
    })
    expect([refused.status, await refused.json()]).toMatchObject([
      404,
      { code: 'NOT_KEPT', message: expect.stringContaining('opens the payment') },
    ])
    expect(await testGateway.rows(`select "what", "detail" from galla.audit where "what" like '%reveal%'`)).toEqual([
      { what: 'could not reveal', detail: `opened.${field}: ticket 4711` },
    ])
  })

  it('POST /deliveries/:id/retry retries a failed delivery and answers 409 for a done one', async () => {
    let broken = true
    let runs = 0
    const on = {
      'order.completed': () => {
        runs += 1
        if (broken) throw new Error('the printer is jammed')
      },
    }
    const { testGateway, request, get } = await createGatewayWithConsole({ gateway: { on } })
    const id = await createPaidOrder(testGateway)
    await testGateway.rows(`update galla.deliveries set "state" = 'failed', "nextAttemptAtMs" = null`)
    const { rows } = await get<{ rows: { deliveryId: string }[] }>('/deliveries?needsReview=true')
    expect(rows).toMatchObject([
      { deliveryId: `order:${id}:completed:handlers`, lastError: expect.stringContaining('jammed') },
    ])
    broken = false
    const one = `/deliveries/${encodeURIComponent(rows[0]?.deliveryId ?? '')}`
    expect(await get(one)).toMatchObject({ subscriber: 'handlers', state: 'failed', merchantOrderId: id })
    const retry = `${one}/retry`
    expect(await (await request('POST', retry)).json()).toMatchObject({ state: 'waiting' })
    await testGateway.gateway.runPendingJobs()
    expect(runs).toBe(2)
    expect((await request('POST', retry)).status).toBe(409)
  })

  it('GET /live sends hello and then an event per order change', async () => {
    const { testGateway, request } = await createGatewayWithConsole()
    const response = await request('GET', '/live')
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const next = async () => new TextDecoder().decode((await reader.read()).value)
    expect(await next()).toContain('event: hello')
    await testGateway.gateway.orders.start(CART)
    let sent = ''
    while (!sent.includes('event: order')) sent += await next()
    expect(sent).toMatch(/^event: order\ndata: \{"type":"order"/m)
    await reader.cancel()
  })

  it('GET /live greets with the cursor of the session until something changes, here or in another replica', async () => {
    const { testGateway, get, request } = await createGatewayWithConsole()
    const { cursor: first } = await get<Session>('/session')
    const response = await request('GET', '/live')
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    /** Cursor of the next greeting that matches. */
    const greeting = async () => {
      for (;;) {
        const [, cursor] =
          /^event: hello\ndata: \{"type":"hello","cursor":"([^"]+)"\}/m.exec(
            new TextDecoder().decode((await reader.read()).value),
          ) ?? []
        if (cursor !== undefined) return cursor
      }
    }
    expect(await greeting()).toBe(first)
    // Once the process hears the other replicas: what they changed before was not announced here.
    const listening = await greeting()
    expect(listening).not.toBe(first)
    expect(await get<Session>('/session')).toMatchObject({ cursor: listening })
    await (await testGateway.replica()).orders.start(CART)
    await vi.waitFor(async () => expect((await get<Session>('/session')).cursor).not.toBe(listening))
    const { cursor: before } = await get<Session>('/session')
    await testGateway.gateway.orders.start({ ...CART, reference: 'cart-8' })
    expect((await get<Session>('/session')).cursor).not.toBe(before)
    await reader.cancel()
  })

  it('GET /health is not ok without workers, and lists a worker after gateway.start', async () => {
    const { testGateway, get } = await createGatewayWithConsole()
    const idle = await get<HealthReport>('/health')
    expect(idle).toMatchObject({
      ok: false,
      atMs: testGateway.sandbox.clock.now(),
      checks: expect.arrayContaining([expect.objectContaining({ name: 'workers', ok: false })]),
    })
    await testGateway.gateway.start()
    expect(await testGateway.gateway.isReady()).toBe(true)
    expect((await get<HealthReport>('/health')).workers.length).toBe(1)
  })

  it('GET /health counts failed callbacks and orders in review in the review check', async () => {
    const on = { 'order.completed': () => {} }
    const { testGateway, get } = await createGatewayWithConsole({ gateway: { on } })
    const id = await createPaidOrder(testGateway)
    const reviewCheck = async () => (await get<HealthReport>('/health')).checks.find(({ name }) => name === 'review')
    expect(await reviewCheck()).toMatchObject({ ok: true })
    await testGateway.rows(`update galla.callbacks set "error" = 'Error: jammed', "dueAtMs" = null`)
    expect(await reviewCheck()).toMatchObject({ ok: false, waiting: [{ name: 'failed callbacks', waiting: 1 }] })
    await testGateway.rows(`update galla.callbacks set "error" = null`)
    const needsReview = JSON.stringify({ reason: 'paid-twice', findings: [], sinceMs: 1 })
    await testGateway.rows(`update galla.orders set "needsReview" = $1 where "merchantOrderId" = $2`, [needsReview, id])
    expect(await reviewCheck()).toMatchObject({ waiting: [{ name: 'orders in review', waiting: 1 }] })
    await testGateway.rows(
      `update galla.deliveries set "state" = 'failed', "doneAtMs" = null where "event" like 'order.%'`,
    )
    expect(await reviewCheck()).toMatchObject({
      waiting: [
        { name: 'failed deliveries', waiting: 1 },
        { name: 'orders in review', waiting: 1 },
      ],
    })
  })

  it('GET /metrics returns counters without an order id or reference in any label', async () => {
    const { testGateway, cookie } = await createGatewayWithConsole()
    const id = await createPaidOrder(testGateway)
    await waitForCallLog(testGateway)
    const response = await testGateway.gateway.admin.fetch(new Request(`${ORIGIN}/metrics`, { headers: { cookie } }), {
      address: '127.0.0.1',
    })
    const text = await response.text()
    expect(text).toContain('galla_order_changes_total{to="COMPLETED"} 1')
    expect(text).toMatch(/galla_provider_calls_total\{endpoint="standardPay",result="ok"\} 1/)
    expect(text).toMatch(/galla_callbacks_total\{verdict="accepted"\} [1-9]/)
    expect(text).toMatch(/galla_waiting\{queue="callbacks"\} 0/)
    expect(text).not.toContain(id)
    expect(text).not.toContain('cart-7')
  })

  it('answers 404 without a password, and createGateway rejects an invalid console option', async () => {
    const testGateway = await createTestGateway()
    expect((await testGateway.gateway.admin.fetch(new Request(ORIGIN))).status).toBe(404)
    await expect(testGateway.replica({ console: { password: 'short' } })).rejects.toThrow(/12 to 256 characters/)
    await expect(
      testGateway.replica({ console: { password: CONSOLE_PASSWORD, url: 'http://shop.example' } }),
    ).rejects.toThrow(/console\.url/)
    await expect(testGateway.replica({ console: { password: CONSOLE_PASSWORD, path: 'admin/' } })).rejects.toThrow(
      /console\.path/,
    )
  })
})

it('responses that find nothing are not cached: an asset of a newer release may be missing for a moment', async () => {
  const { testGateway } = await createGatewayWithConsole()
  const { gateway } = testGateway
  const from = { address: '127.0.0.1' }
  const responses = [
    await gateway.admin.fetch(new Request(`${ORIGIN}/assets/index-AAAAAAAA.js`), from),
    await gateway.fetch(new Request(`${ORIGIN}/none`)),
    await gateway.merchant.fetch(new Request(`${ORIGIN}/orders`), from),
  ]
  for (const { status, headers } of responses) expect([status, headers.get('cache-control')]).toEqual([404, 'no-store'])
})
