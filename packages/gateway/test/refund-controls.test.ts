import type { AuditEntry } from '@galla/contract/gateway-api/audit'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import type { Role } from '@galla/contract/gateway-api/roles'
import type { Paise } from '@galla/contract/money'
import { Galla, paise } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import type { RefundControls } from '../src/domain/refunds/controls.ts'
import { createPaidOrder, ORIGIN, setupConsoles } from './helpers/console-gateway.ts'
import { sentStatuses } from './helpers/paid-order.ts'
import { AMOUNT, CLIENT } from './helpers/test-gateway.ts'

const { createGatewayWithConsole } = setupConsoles()

const HOUR_MS = 3_600_000
const OWN = 'a cup of masala tea'
type Reply = { status: number; body: Refund & { code?: string; message?: string } }

/** A gateway with controls and people who may refund; every request counts the calls to the provider. */
async function openShop(refundControls?: RefundControls) {
  let providerCalls = 0
  const opened = await createGatewayWithConsole({
    gateway: refundControls ? { refundControls } : {},
    sandbox: { refundTiming: false },
    wrapProvider: (provider) => (url, init) => {
      if (String(url).includes('/refund')) providerCalls += 1
      return provider(url, init)
    },
  })
  const { testGateway } = opened
  const person = async (name: string, role: Role) => {
    // Nobody in the console makes the link: the users are different persons.
    const { token } = await testGateway.gateway.users.invite({ name, role })
    const fetch = (path: string, body: object, headers: object = {}) =>
      testGateway.gateway.admin.fetch(
        new Request(`${ORIGIN}/api${path}`, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json', ...headers },
        }),
        { address: '127.0.0.1' },
      )
    const log = async (response: Response) => {
      const body = (await response.json()) as { session?: { csrfToken: string }; csrfToken?: string }
      const csrf = body.session?.csrfToken ?? body.csrfToken ?? ''
      return { cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '', 'x-csrf-token': csrf }
    }
    let headers = await log(await fetch('/invitations/accept', { token, password: OWN }))
    const call = async (path: string, body: object = {}): Promise<Reply> => {
      const response = await fetch(path, body, headers)
      if (response.status !== 401) {
        const reply = { status: response.status, body: (await response.json()) as Reply['body'] }
        if (reply.body.code !== 'PROOF_REQUIRED') return reply
        // The clock has moved on: the proof of the login is too old.
        await fetch('/session/proof', { password: OWN }, headers)
        return call(path, body)
      }
      // The session has ended.
      headers = await log(await fetch('/session', { name, password: OWN }))
      return call(path, body)
    }
    return {
      call,
      refund: (merchantOrderId: string, merchantRefundId: string, amount: number, more: object = {}) =>
        call(`/orders/${merchantOrderId}/refunds`, { merchantRefundId, amount, ...more }),
    }
  }
  const audit = () =>
    testGateway.rows<AuditEntry>(`select * from galla.audit where "kind" = 'order' order by "auditId"`)
  return { ...opened, person, audit, providerCalls: () => providerCalls }
}

const codes = (responses: readonly Reply[]) => responses.map(({ status, body }) => body.code ?? status)

describe('without settings', () => {
  it('a refund of any amount is sent at once, by a person or a program', async () => {
    const { testGateway, person } = await openShop()
    const id = await createPaidOrder(testGateway)
    const { refund } = await person('asha', 'finance')
    const { body } = await refund(id, 'r-1', AMOUNT, { reason: 'damaged' })
    expect(body).toMatchObject({ state: 'REQUESTED', requestedBy: 'asha', reason: 'damaged' })
    expect(body).not.toHaveProperty('approval')
    await testGateway.drainJobs()
    expect(sentStatuses(testGateway)).toEqual([200])
  })
})

describe('a second person', () => {
  it('approves above the amount; nothing reaches the provider before, and the amount is held', async () => {
    const { testGateway, person, providerCalls, audit, get } = await openShop({ approvalAbove: 20_000 })
    const id = await createPaidOrder(testGateway)
    const [asha, ravi] = [await person('asha', 'finance'), await person('ravi', 'admin')]
    const asked = await asha.refund(id, 'r-1', 30_000, { note: 'broken pot', reason: 'damaged' })
    expect(asked.body).toMatchObject({ state: 'REQUESTED', approval: { state: 'waiting' }, requestedBy: 'asha' })
    const { gateway } = testGateway
    expect(await gateway.orders.get(id)).toMatchObject({ refundableAmount: AMOUNT - 30_000 })
    expect(codes([await ravi.refund(id, 'r-2', 30_000)])).toEqual(['REFUND_IN_PROGRESS'])
    await testGateway.advance(HOUR_MS / 4)
    await asha.call('/refunds/r-1/sync')
    await gateway.refunds.sync('r-1')
    expect(providerCalls()).toBe(0)
    expect((await get<{ rows: Refund[] }>('/refunds?awaitsApproval=true')).rows).toHaveLength(1)
    expect(await get('/overview')).toMatchObject({ refundsToApprove: 1 })

    expect(codes([await asha.call('/refunds/r-1/approve')])).toEqual(['SECOND_PERSON_NEEDED'])
    expect((await ravi.call('/refunds/r-1/approve', { note: 'seen the photo' })).body).toMatchObject({
      approval: { state: 'approved', decidedBy: 'ravi', note: 'seen the photo' },
      requestedBy: 'asha',
    })
    expect(codes([await ravi.call('/refunds/r-1/approve')])).toEqual(['APPROVAL_DECIDED'])
    await testGateway.drainJobs()
    await testGateway.sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    expect(await gateway.refunds.get('r-1')).toMatchObject({ state: 'COMPLETED', attempts: 1 })
    expect((await audit()).map(({ who, what, detail }) => [who, what, detail])).toEqual([
      ['asha', 'requested refund r-1, which waits for approval', 'broken pot'],
      ['ravi', 'approved refund r-1', 'seen the photo'],
    ])
  })

  it('declines with a reason, or the requester withdraws: the amount is free again and nothing was sent', async () => {
    const { testGateway, person, providerCalls } = await openShop({
      approvalAbove: 0,
      dailyLimits: { finance: 30_000 },
    })
    const id = await createPaidOrder(testGateway)
    const [asha, ravi] = [await person('asha', 'finance'), await person('ravi', 'finance')]
    await asha.refund(id, 'r-1', 30_000)
    expect(codes([await ravi.call('/refunds/r-1/decline')])).toEqual(['INVALID_REQUEST'])
    const declined = await ravi.call('/refunds/r-1/decline', { note: 'no photo' })
    expect(declined.body).toMatchObject({ state: 'FAILED', errorCode: 'DECLINED', approval: { state: 'declined' } })
    expect((await asha.refund(id, 'r-2', 30_000)).status).toBe(200)
    expect((await asha.call('/refunds/r-2/decline', { note: 'typed wrongly' })).body).toMatchObject({
      approval: { state: 'declined', decidedBy: 'asha' },
    })
    expect(await testGateway.gateway.orders.get(id)).toMatchObject({ refundableAmount: AMOUNT })
    // Each was looked up: the provider could know it from before a restore.
    expect(providerCalls()).toBe(2)
    await testGateway.advance(72 * HOUR_MS)
    // A failed refund is looked up later in case the provider knows it after all; it is never sent.
    expect(sentStatuses(testGateway)).toEqual([])
  })

  it('approves nothing out twice: a refund that was sent before the database was restored is looked up, and not sent again', async () => {
    const { testGateway, person } = await openShop({ approvalAbove: 20_000 })
    const { gateway, sandbox } = testGateway
    const id = await createPaidOrder(testGateway)
    const [asha, ravi] = [await person('asha', 'finance'), await person('ravi', 'admin')]
    await asha.refund(id, 'r-1', 30_000)
    const client = new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch })
    await client.refunds.create({ merchantRefundId: 'r-1', originalMerchantOrderId: id, amount: paise(30_000) })
    await client.close()
    await gateway.markRestored()
    expect(codes([await ravi.call('/refunds/r-1/approve')])).toEqual([200])
    await testGateway.drainJobs()
    // The one that was sent before.
    expect(sentStatuses(testGateway)).toEqual([200])
    expect(await gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING', attempts: 0 })
    expect((await sandbox.order(id)).refundedAmount).toBe(30_000)
  })

  it('is asked for a limited time, then the request expires and cannot be approved', async () => {
    const { testGateway, person, audit } = await openShop({ approvalAbove: 0, approvalHours: 2 })
    const id = await createPaidOrder(testGateway)
    const [asha, ravi] = [await person('asha', 'finance'), await person('ravi', 'finance')]
    await asha.refund(id, 'r-1', 10_000)
    await testGateway.sandbox.clock.advance(2 * HOUR_MS)
    expect(codes([await ravi.call('/refunds/r-1/approve')])).toEqual(['APPROVAL_DECIDED'])
    await testGateway.gateway.runPendingJobs()
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({
      state: 'FAILED',
      errorCode: 'APPROVAL_EXPIRED',
      approval: { state: 'expired' },
    })
    expect(await testGateway.gateway.orders.get(id)).toMatchObject({ refundableAmount: AMOUNT })
    expect(sentStatuses(testGateway)).toEqual([])
    expect((await audit()).map(({ who, what }) => [who, what]).at(-1)).toEqual([
      'program',
      'nobody approved refund r-1',
    ])
  })

  it('is needed for a refund in parts, too, and is held by the database', async () => {
    const { testGateway, person } = await openShop({ approvalAbove: 20_000 })
    const id = await createPaidOrder(testGateway)
    const asha = await person('asha', 'finance')
    expect((await asha.refund(id, 'r-1', 15_000)).body).not.toHaveProperty('approval')
    await testGateway.drainJobs()
    await testGateway.sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    expect((await asha.refund(id, 'r-2', 10_000)).body).toMatchObject({ approval: { state: 'waiting' } })
    const change = (set: string) => testGateway.rows(`update galla.refunds set ${set} where "merchantRefundId" = 'r-2'`)
    await expect(change(`"approval" = 'approved', "decidedById" = "requestedById"`)).rejects.toThrow(/secondPerson/)
    await expect(change(`"approval" = 'approved'`)).rejects.toThrow(/secondPerson/)
    await expect(change(`"inDoubt" = true, "attempts" = 1`)).rejects.toThrow(/sentWhenApproved/)
  })

  it('decides once, however many decide at the same time', async () => {
    const { testGateway, person, audit } = await openShop({ approvalAbove: 0 })
    const id = await createPaidOrder(testGateway)
    const asha = await person('asha', 'finance')
    const others = await Promise.all(['b', 'c', 'd'].map((name) => person(name, 'finance')))
    await asha.refund(id, 'r-1', 10_000)
    const responses = await Promise.all(
      others.flatMap(({ call }) => [call('/refunds/r-1/approve'), call('/refunds/r-1/decline', { note: 'no' })]),
    )
    expect(codes(responses).filter((code) => code === 200)).toHaveLength(1)
    expect((await audit()).filter(({ what }) => /^(approved|declined)/.test(what))).toHaveLength(1)
    await testGateway.drainJobs()
    const { approval } = (await testGateway.gateway.refunds.get('r-1')) ?? {}
    expect(sentStatuses(testGateway)).toEqual(approval?.state === 'approved' ? [200] : [])
  }, 120_000)

  it('has an event, and a role without refunds decides nothing', async () => {
    const events: string[] = []
    const { testGateway, person } = await openShop({ approvalAbove: 0 })
    const other = await testGateway.replica({
      on: { 'refund.needs_approval': ({ refund }) => void events.push(refund.merchantRefundId) },
      refundControls: { approvalAbove: 0 },
    })
    const id = await createPaidOrder(testGateway)
    const [asha, sam] = [await person('asha', 'finance'), await person('sam', 'support')]
    await asha.refund(id, 'r-1', 10_000)
    await other.runPendingJobs()
    expect(events).toEqual(['r-1'])
    expect(
      codes([await sam.call('/refunds/r-1/approve'), await sam.call('/refunds/r-1/decline', { note: 'x' })]),
    ).toEqual(['NOT_ALLOWED', 'NOT_ALLOWED'])
  })
})

describe('the limit of a day', () => {
  it('is one for all people of the role, also for eight requests at the same time', async () => {
    const { testGateway, person } = await openShop({ dailyLimits: { finance: 25_000 } })
    const ids = await Promise.all(Array.from({ length: 8 }, (_, n) => createPaidOrder(testGateway, `cart-${n}`)))
    const people = [await person('asha', 'finance'), await person('ravi', 'finance')]
    const responses = await Promise.all(
      ids.map((id, n) => people[n % 2]?.refund(id, `r-${n}`, 10_000) as Promise<Reply>),
    )
    expect(codes(responses).sort()).toEqual([200, 200, ...Array(6).fill('REFUND_LIMIT')])
    expect(responses.find(({ body }) => body.code)?.body.message).toMatch(
      /The role finance may request ₹50.00 more in refunds/,
    )
    const admin = await person('boss', 'admin')
    const free = ids.find((_, n) => responses[n]?.status !== 200) ?? ''
    expect((await admin.refund(free, 'r-admin', 10_000)).status).toBe(200)
    await expect(testGateway.rows(`update galla.refund_days set "amount" = 25001`)).rejects.toThrow(/withinDailyLimit/)
  })

  it('begins again at midnight in India, and counts the same request once', async () => {
    const { testGateway, person } = await openShop({ dailyLimits: { finance: 10_000 } })
    const first = await createPaidOrder(testGateway, 'cart-1')
    const second = await createPaidOrder(testGateway, 'cart-2')
    const asha = await person('asha', 'finance')
    expect(codes([await asha.refund(first, 'r-1', 10_000), await asha.refund(first, 'r-1', 10_000)])).toEqual([
      200, 200,
    ])
    expect(codes([await asha.refund(second, 'r-2', 100)])).toEqual(['REFUND_LIMIT'])
    await testGateway.sandbox.clock.advance(24 * HOUR_MS)
    expect(codes([await asha.refund(second, 'r-2', 100)])).toEqual([200])
  })

  it('holds for the merchant’s program only where it is that of the program', async () => {
    const free = await openShop({
      approvalAbove: 0,
      programApprovalAbove: AMOUNT,
      dailyLimits: { finance: 0, admin: 0 },
    })
    const id = await createPaidOrder(free.testGateway)
    const request = { merchantRefundId: 'r-1', merchantOrderId: id, amount: AMOUNT }
    expect(await free.testGateway.gateway.refunds.request(request)).not.toHaveProperty('approval')

    const bound = await openShop({ programApprovalAbove: 20_000, dailyLimits: { program: 35_000 } })
    const order = await createPaidOrder(bound.testGateway)
    const { refunds } = bound.testGateway.gateway
    const asked = await refunds.request({
      merchantRefundId: 'r-1',
      merchantOrderId: order,
      amount: 30_000 as Paise,
    })
    expect(asked).toMatchObject({ requestedBy: 'program', approval: { state: 'waiting' } })
    const asha = await bound.person('asha', 'finance')
    expect((await asha.call('/refunds/r-1/approve')).status).toBe(200)
    const other = await createPaidOrder(bound.testGateway, 'cart-8')
    await expect(
      refunds.request({ merchantRefundId: 'r-2', merchantOrderId: other, amount: 10_000 as Paise }),
    ).rejects.toMatchObject({ code: 'REFUND_LIMIT', field: 'amount' })
  })
})

it('asks in the console for what the settings say', async () => {
  const { get } = await openShop({ approvalAbove: 20_000, confirmAbove: 1 })
  expect(await get('/about')).toMatchObject({ refunds: { approvalAbove: 20_000, confirmAbove: 1 } })
})
