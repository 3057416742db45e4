import type { CreatedApiKey } from '@galla/contract/gateway-api/api-keys'
import type { AuditEntry } from '@galla/contract/gateway-api/audit'
import { type ChangingRoute, ROUTE_ACCESS } from '@galla/contract/gateway-api/console-permissions'
import type { Page } from '@galla/contract/gateway-api/orders'
import type { RefundFile } from '@galla/contract/gateway-api/refund-files'
import type { Invitation } from '@galla/contract/gateway-api/users'
import type { SavedView } from '@galla/contract/gateway-api/views'
import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { type BillingMethods, subscriptions } from '../src/subscriptions.ts'
import { CONSOLE_PASSWORD, createPaidOrder, ORIGIN, setupConsoles } from './helpers/console-gateway.ts'
import { PLAN, START } from './helpers/subscription-shop.ts'
import { CART, type TestGateway } from './helpers/test-gateway.ts'

const { createGatewayWithConsole } = setupConsoles()

/** The text and the kind of an entry; or the reason why there is no entry. */
type Expected = { readonly entry: readonly [what: RegExp, kind: string] } | { readonly none: string }
const entry = (what: RegExp, kind: string): Expected => ({ entry: [what, kind] })

/** Every route that changes something. A route without a line does not compile. */
const EXPECTED: { readonly [Key in ChangingRoute]: Expected } = {
  'POST /session': entry(/^logged in$/, 'session'),
  'POST /sign-in/code': entry(/^logged in$/, 'session'),
  'POST /sign-in/logout': entry(/^ended sessions at the request of the provider$/, 'user'),
  'DELETE /session': entry(/^logged out$/, 'session'),
  'POST /invitations/check': { none: 'reads' },
  'POST /invitations/accept': entry(/^set a password with a link$/, 'user'),
  'DELETE /account/sessions/:sessionId': entry(/^ended a session$/, 'user'),
  'POST /account/password': entry(/^changed the password$/, 'user'),
  'POST /passkeys/options': { none: 'asks' },
  'POST /passkeys/login': entry(/^logged in$/, 'session'),
  'POST /session/proof/options': { none: 'asks' },
  'POST /session/proof': entry(/^proved the identity again$/, 'session'),
  'POST /account/passkeys/options': { none: 'asks' },
  'POST /account/passkeys': entry(/^added a passkey$/, 'user'),
  'DELETE /account/passkeys/:passkeyId': entry(/^removed a passkey$/, 'user'),
  // The key counts once it is confirmed.
  'POST /account/second-factor/begin': entry(/^proved the identity again$/, 'session'),
  'POST /account/second-factor/confirm': entry(/^turned the second factor on$/, 'user'),
  'POST /account/second-factor/remove': entry(/^turned the second factor off$/, 'user'),
  'POST /users/:userId/remove-second-factor': entry(/^turned the second factor off$/, 'user'),
  'POST /security': entry(/^changed$/, 'setting'),
  'POST /users': entry(/^invited$/, 'user'),
  'POST /users/:userId/change': entry(/^changed$/, 'user'),
  'POST /users/:userId/invite': entry(/^made a link to set a password$/, 'user'),
  'DELETE /users/:userId/sessions': entry(/^ended all sessions$/, 'user'),
  'POST /orders/:merchantOrderId/sync': entry(/^checked the status$/, 'order'),
  'POST /orders/:merchantOrderId/link': entry(/^created a payment link$/, 'order'),
  'POST /links/:merchantOrderId/remind': entry(/^sent the payment link again$/, 'order'),
  'POST /links/:merchantOrderId/cancel': entry(/^cancelled the payment link$/, 'order'),
  'POST /orders/:merchantOrderId/resolve-review': entry(/review/, 'order'),
  'POST /orders/:merchantOrderId/refunds': entry(/^requested refund r-1/, 'order'),
  'POST /refunds/:merchantRefundId/sync': entry(/^checked the status$/, 'refund'),
  'POST /refunds/:merchantRefundId/resolve-review': entry(/^resolved the review of refund/, 'order'),
  'POST /refunds/:merchantRefundId/approve': entry(/^approved refund/, 'order'),
  'POST /refunds/:merchantRefundId/decline': entry(/^declined refund/, 'order'),
  'POST /refund-files': entry(/^uploaded a file of refunds$/, 'refund-file'),
  'POST /refund-files/:fileId/start': entry(/^started a file of refunds$/, 'refund-file'),
  'POST /refund-files/:fileId/stop': entry(/^stopped a file of refunds$/, 'refund-file'),
  'POST /callbacks/replay-preview': { none: 'reads' },
  'POST /callbacks/replay': entry(/^replayed$/, 'callback'),
  'POST /disputes/:disputeKey/answered': entry(/^answered a dispute$/, 'dispute'),
  'POST /plan-subscriptions/:subscriptionId/pause': entry(/^paused the subscription$/, 'plan-subscription'),
  'POST /plan-subscriptions/:subscriptionId/resume': entry(/^resumed the subscription$/, 'plan-subscription'),
  'POST /plan-subscriptions/:subscriptionId/skip': entry(/^left a cycle out$/, 'plan-subscription'),
  'POST /plan-subscriptions/:subscriptionId/cancel': entry(/^cancelled the subscription$/, 'plan-subscription'),
  'POST /deliveries/:deliveryId/retry': entry(/^retried$/, 'delivery'),
  'POST /deliveries/retry': entry(/^retried/, 'delivery'),
  'POST /subscriptions/remove': entry(/^removed$/, 'subscription'),
  'POST /settlements/sync': entry(/^read the settlements$/, 'reconciliation'),
  'POST /settlements/reports': entry(/^imported$/, 'settlement-report'),
  'POST /bank-statements': entry(/^imported$/, 'bank-statement'),
  'DELETE /bank-statements/:statementId': entry(/^removed$/, 'bank-statement'),
  'POST /reconciliation/run': entry(/^compared with the provider$/, 'reconciliation'),
  'POST /reconciliation/repair': entry(/^repaired a discrepancy$/, 'order'),
  'POST /payers/preview': { none: 'reads' },
  'POST /payers/erase': entry(/^requested the erasure of 1 order of a payer$/, 'payer'),
  'POST /legal-holds': entry(/^put on legal hold$/, 'order'),
  'DELETE /legal-holds/:merchantOrderId': entry(/^ended the legal hold$/, 'order'),
  'POST /api-keys': entry(/^created$/, 'key'),
  'POST /api-keys/:keyId/revoke': entry(/^revoked$/, 'key'),
  'POST /views': { none: 'is of one person' },
  'POST /views/:viewId/rename': { none: 'is of one person' },
  'DELETE /views/:viewId': { none: 'is of one person' },
  'POST /views/:viewId/share': entry(/^shared$/, 'view'),
  'POST /shared-views/:viewId/rename': entry(/^renamed$/, 'view'),
  'POST /shared-views/:viewId/roles': entry(/^chose who opens the list with it$/, 'view'),
  'DELETE /shared-views/:viewId': entry(/^deleted$/, 'view'),
  'POST /reveal': entry(/^revealed$/, 'order'),
  'POST /playground/pay': entry(/^started in the console$/, 'order'),
  'ALL /sandbox/*': { none: 'a sandbox moves no money' },
}

const PUBLIC: ReadonlySet<ChangingRoute> = new Set([
  'POST /session',
  'POST /invitations/check',
  'POST /invitations/accept',
])

/** A subscription whose payer has approved the mandate. */
async function activateSubscription({ gateway, sandbox, drainJobs, advance }: TestGateway): Promise<void> {
  const { plans, subscriptions } = gateway as TestGateway['gateway'] & BillingMethods
  await plans.create(PLAN)
  await subscriptions.start(START)
  await sandbox.simulatePayment('sub-7-1-1', { outcome: 'SUCCESS' })
  await drainJobs()
  await advance(60_000)
  await drainJobs()
}

it('lists every route that is not a GET', () => {
  const changing = Object.keys(ROUTE_ACCESS).filter((key) => !key.startsWith('GET '))
  expect(Object.keys(EXPECTED).sort()).toEqual(changing.sort())
})

it('every route that changes something leaves an entry with who and from where', async () => {
  const { testGateway, request, get } = await createGatewayWithConsole({
    sandbox: { refundTiming: false },
    gateway: {
      subscriptions: subscriptions(),
      refundControls: { approvalAbove: 10_000 },
      on: {
        'order.completed': () => {
          throw new Error('the printer is offline')
        },
      },
    },
  })
  const { rows, sandbox } = testGateway
  const order = await createPaidOrder(testGateway, 'cart-1')
  const other = await createPaidOrder(testGateway, 'cart-2')
  const seen = new Set<string>()
  /** A login, or a link, ends the session of the browser that uses it. */
  const anonymous = (path: string, body: object = {}) => {
    const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    return testGateway.gateway.admin.fetch(new Request(`${ORIGIN}/api${path}`, init), { address: '127.0.0.1' })
  }

  /** Calls a route and compares what it has added to the log. */
  const call = async <Reply>(route: ChangingRoute, path: string, body?: object, expectedWho = 'admin') => {
    const [method = ''] = route.split(' ')
    const [last] = await rows<{ id: number }>('select coalesce(max("auditId"), 0)::int as id from galla.audit')
    const response = PUBLIC.has(route) ? await anonymous(path, body) : await request(method, path, body)
    const text = await response.text()
    expect([route, response.status, text]).toEqual([route, 200, text])
    const expected = EXPECTED[route]
    const added = await rows<{ who: string; address: string; what: string; kind: string }>(
      'select "who", "address", "what", "kind" from galla.audit where "auditId" > $1 order by 1',
      [last?.id],
    )
    if ('none' in expected) expect([route, added]).toEqual([route, []])
    else {
      const [what, kind] = expected.entry
      expect([route, added]).toEqual([
        route,
        expect.arrayContaining([{ who: expectedWho, address: '127.0.0.1', what: expect.stringMatching(what), kind }]),
      ])
    }
    seen.add(route)
    return JSON.parse(text) as Reply
  }

  const asha = await call<Invitation>('POST /users', '/users', { name: 'asha', role: 'viewer' })
  await call('POST /invitations/check', '/invitations/check', { token: asha.token })
  const password = 'a cup of masala tea'
  await call('POST /invitations/accept', '/invitations/accept', { token: asha.token, password }, 'asha')
  const { userId } = asha.user
  await call('POST /users/:userId/change', `/users/${userId}/change`, { role: 'support' })
  await call('DELETE /users/:userId/sessions', `/users/${userId}/sessions`)
  await call('POST /users/:userId/invite', `/users/${userId}/invite`)
  await call('POST /users/:userId/remove-second-factor', `/users/${userId}/remove-second-factor`)
  await call('POST /security', '/security', { secondFactorRoles: [] })

  await call('POST /orders/:merchantOrderId/sync', `/orders/${order}/sync`)
  const { order: unpaid } = await testGateway.gateway.orders.start({ ...CART, reference: 'cart-of-link' })
  await call('POST /orders/:merchantOrderId/link', `/orders/${unpaid.merchantOrderId}/link`, {
    merchantOrderId: 'link-1',
    customer: { phoneNumber: '9000000001' },
  })
  await call('POST /links/:merchantOrderId/remind', '/links/link-1/remind', { sendBy: ['SMS'] })
  await call('POST /links/:merchantOrderId/cancel', '/links/link-1/cancel')
  await rows(
    `update galla.orders set "needsReview" = '{"reason":"undecided","sinceMs":1,"findings":[]}' where "merchantOrderId" = $1`,
    [other],
  )
  await call('POST /orders/:merchantOrderId/resolve-review', `/orders/${other}/resolve-review`, {
    note: 'looked',
    version: (await testGateway.gateway.orders.get(other))?.version,
  })
  const wanted = (merchantRefundId: string, amount: number) => ({ merchantRefundId, amount })
  await call('POST /orders/:merchantOrderId/refunds', `/orders/${order}/refunds`, wanted('r-1', 20_000))
  await call('POST /refunds/:merchantRefundId/decline', '/refunds/r-1/decline', { note: 'a mistake' })
  await request('POST', `/orders/${order}/refunds`, wanted('r-2', 20_000))
  await rows(`update galla.refunds set "requestedById" = 'user_asha' where "merchantRefundId" = 'r-2'`)
  await call('POST /refunds/:merchantRefundId/approve', '/refunds/r-2/approve', {})
  await testGateway.drainJobs()
  await call('POST /refunds/:merchantRefundId/sync', '/refunds/r-2/sync')
  await rows(
    `update galla.refunds set "needsReview" = '{"reason":"undecided","sinceMs":1,"ours":{"state":"PENDING","amount":20000}}' where "merchantRefundId" = 'r-2'`,
  )
  const { version } = (await testGateway.gateway.refunds.get('r-2')) ?? {}
  const resolution = { decision: 'retry', note: 'looked', version }
  await call('POST /refunds/:merchantRefundId/resolve-review', '/refunds/r-2/resolve-review', resolution)

  const text = `order,rupees\n${await createPaidOrder(testGateway, 'cart-3')},10.00`
  const { fileId } = await call<RefundFile>('POST /refund-files', '/refund-files', { name: 'returns.csv', text })
  await call('POST /refund-files/:fileId/start', `/refund-files/${fileId}/start`)
  await call('POST /refund-files/:fileId/stop', `/refund-files/${fileId}/stop`)

  const [callback] = await rows<{ callbackId: string }>('select "callbackId"::text from galla.callbacks limit 1')
  const callbackIds = [callback?.callbackId]
  await call('POST /callbacks/replay-preview', '/callbacks/replay-preview', { callbackIds })
  await call('POST /callbacks/replay', '/callbacks/replay', { callbackIds })
  await rows(
    `insert into galla.disputes ("disputeKey", "state", "callbackId", "openedAtMs", "updatedAtMs") values ('D-1', 'CREATED', 7, 1, 1)`,
  )
  await call('POST /disputes/:disputeKey/answered', '/disputes/D-1/answered', { callbackId: '7' })
  await activateSubscription(testGateway)
  const ofSubscription = '/plan-subscriptions/sub-7'
  await call('POST /plan-subscriptions/:subscriptionId/pause', `${ofSubscription}/pause`)
  await call('POST /plan-subscriptions/:subscriptionId/resume', `${ofSubscription}/resume`)
  await call('POST /plan-subscriptions/:subscriptionId/skip', `${ofSubscription}/skip`)
  await call('POST /plan-subscriptions/:subscriptionId/cancel', `${ofSubscription}/cancel`, { at: 'now' })
  const failDeliveries = async () => {
    await rows(`update galla.deliveries set "state" = 'failed', "nextAttemptAtMs" = null`)
    return (await rows<{ deliveryId: string }>('select "deliveryId"::text from galla.deliveries limit 1'))[0]
      ?.deliveryId
  }
  await call('POST /deliveries/:deliveryId/retry', `/deliveries/${await failDeliveries()}/retry`)
  await failDeliveries()
  await call('POST /deliveries/retry', '/deliveries/retry', { allFailed: true })
  await rows(
    `insert into galla.subscriptions ("subscriber", "event", "registeredAtMs") values ('old', 'order.failed', 1)`,
  )
  await call('POST /subscriptions/remove', '/subscriptions/remove', { subscriber: 'old', event: 'order.failed' })
  await call('POST /settlements/sync', '/settlements/sync')
  const report = 'merchant_order_id,transaction_type,transaction_amount\ncart-1,PAYMENT,1.00\n'
  await call('POST /settlements/reports', '/settlements/reports', { name: 'report.csv', text: report })
  const statement = 'Date,Narration,Debit,Credit\n09/01/26,RENT,1.00,\n'
  await call('POST /bank-statements', '/bank-statements', { name: 'statement.csv', text: statement })
  await call('DELETE /bank-statements/:statementId', '/bank-statements/1')
  await call('POST /reconciliation/run', '/reconciliation/run', {})
  await call('POST /reconciliation/repair', '/reconciliation/repair', { merchantOrderIds: [order] })
  await call('POST /legal-holds', '/legal-holds', { merchantOrderId: other, reason: 'chargeback' })
  await call('DELETE /legal-holds/:merchantOrderId', `/legal-holds/${other}`)
  const { apiKey } = await call<CreatedApiKey>('POST /api-keys', '/api-keys', { name: 'shop', scopes: ['read'] })
  await call('POST /api-keys/:keyId/revoke', `/api-keys/${apiKey.keyId}/revoke`)
  const view = { list: 'refunds', name: 'Late', search: {} }
  const own = await call<SavedView>('POST /views', '/views', view)
  await call('POST /views/:viewId/rename', `/views/${own.viewId}/rename`, { name: 'Later' })
  await call('DELETE /views/:viewId', `/views/${own.viewId}`)
  const { viewId } = await call<SavedView>('POST /views', '/views', view)
  await call('POST /views/:viewId/share', `/views/${viewId}/share`)
  await call('POST /shared-views/:viewId/rename', `/shared-views/${viewId}/rename`, { name: 'Latest' })
  await call('POST /shared-views/:viewId/roles', `/shared-views/${viewId}/roles`, { roles: ['support'] })
  await call('DELETE /shared-views/:viewId', `/shared-views/${viewId}`)
  await call('POST /reveal', '/reveal', { kind: 'order', id: order, path: 'request.redirectUrl', reason: 'asked' })
  await call('POST /payers/preview', '/payers/preview', { merchantOrderId: other })
  await call('POST /payers/erase', '/payers/erase', { merchantOrderId: other })
  await call('POST /playground/pay', '/playground/pay', { checkout: 'STANDARD', amount: 100, reference: 'played' })
  seen.add('ALL /sandbox/*')
  // They need a provider: oidc.test.ts and oidc-logout.test.ts look at their entries.
  seen.add('POST /sign-in/code')
  // They need a host name: passkeys.test.ts and step-up.test.ts look at their entries.
  for (const route of Object.keys(EXPECTED) as ChangingRoute[])
    if (/passkeys|proof\/options/.test(route)) seen.add(route)
  await call('POST /session/proof', '/session/proof', { password: CONSOLE_PASSWORD })
  seen.add('POST /sign-in/logout')

  const key = await call<{ secret: string }>('POST /account/second-factor/begin', '/account/second-factor/begin', {
    password: CONSOLE_PASSWORD,
  })
  const code = () => new TOTP({ secret: Secret.fromBase32(key.secret) }).generate({ timestamp: sandbox.clock.now() })
  await call('POST /account/second-factor/confirm', '/account/second-factor/confirm', { code: code() })
  await sandbox.clock.advance(30_000)
  const removal = { password: CONSOLE_PASSWORD, code: code() }
  await call('POST /account/second-factor/remove', '/account/second-factor/remove', removal)
  await call('POST /session', '/session', { password: CONSOLE_PASSWORD })
  const sessions = (await get<{ rows: { sessionId: string; current?: true }[] }>('/account/sessions')).rows
  const elsewhere = sessions.find(({ current }) => !current)?.sessionId
  await call('DELETE /account/sessions/:sessionId', `/account/sessions/${elsewhere}`)
  await call('POST /account/password', '/account/password', { current: CONSOLE_PASSWORD, password })
  await call('DELETE /session', '/session')
  expect([...seen].sort()).toEqual(Object.keys(EXPECTED).sort())
})

it('finds what people decided about a refund as refunds, by the refund and by its order', async () => {
  const { testGateway, request, get } = await createGatewayWithConsole({
    gateway: { refundControls: { approvalAbove: 10_000 } },
  })
  const order = await createPaidOrder(testGateway)
  await request('POST', `/orders/${order}/sync`)
  const ask = (merchantRefundId: string) =>
    request('POST', `/orders/${order}/refunds`, { merchantRefundId, amount: 20_000 })
  await ask('r-1')
  await request('POST', '/refunds/r-1/decline', { note: 'not this one' })
  await ask('r-10')
  const found = async (query: string) =>
    (await get<Page<AuditEntry>>(`/audit?${query}`)).rows.map(({ what }) => what.replace(/,.*/, ''))
  expect(await found('kind=refund')).toEqual(['requested refund r-10', 'declined refund r-1', 'requested refund r-1'])
  expect(await found('id=r-1')).toEqual(['declined refund r-1', 'requested refund r-1'])
  expect(await found(`id=${order}`)).toContain('checked the status')
  expect(await found('kind=refund&id=r-2')).toEqual([])
})
