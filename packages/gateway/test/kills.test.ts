import { Galla } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import type { GatewayContext } from '../src/context.ts'
import { cancelLink, createPaymentLink, remindOfLink } from '../src/services/orders/links.ts'
import { payOrder } from '../src/services/orders/pay-order.ts'
import { toPaymentChoice } from '../src/services/orders/payment-choice.ts'
import { startOrder } from '../src/services/orders/start-order.ts'
import { requestRefund } from '../src/services/refunds/request-refund.ts'
import { JOBS } from '../src/workers/jobs.ts'
import { auditKilledOrders } from './helpers/audit-killed-orders.ts'
import { dyingAt } from './helpers/dying-process.ts'
import { HALF, withProcesses } from './helpers/paid-order.ts'
import { recordingHandlers } from './helpers/recording-handlers.ts'
import { CART, CLIENT, setupTestGateways, type TestGateway, type TestGatewayOptions } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

const HOUR_MS = 3_600_000

interface Operation {
  /** Prepares records before the process that dies begins. */
  prepare?(testGateway: TestGateway, merchantOrderId: string, context: GatewayContext): Promise<unknown>
  /** Does the work of the process, until the process dies. */
  run(context: GatewayContext, merchantOrderId: string): Promise<unknown>
  /** The caller repeats it at another process, if it does not know the result. */
  repeat?(testGateway: TestGateway, merchantOrderId: string): Promise<unknown>
  /** At least so many places to die at. */
  readonly places: number
}

const standard = (merchantOrderId: string) => ({ ...CART, reference: `cart of ${merchantOrderId}`, merchantOrderId })
const mobile = (merchantOrderId: string) => ({ ...standard(merchantOrderId), checkout: 'MOBILE' as const })
const custom = (merchantOrderId: string) => ({ ...standard(merchantOrderId), checkout: 'CUSTOM' as const })
const link = (merchantOrderId: string) => ({
  ...{ reference: `cart of ${merchantOrderId}`, amount: CART.amount, merchantOrderId },
  customer: { phoneNumber: '9000000001' },
  sendBy: ['SMS' as const],
})
const bySms = { sendBy: ['SMS' as const] }
const refundOf = (merchantOrderId: string) => ({
  merchantRefundId: `refund-${merchantOrderId}`,
  merchantOrderId,
  amount: HALF,
})

const pay = async ({ gateway, sandbox }: TestGateway, merchantOrderId: string) => {
  await gateway.orders.start(standard(merchantOrderId))
  await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
}

async function payInFull(testGateway: TestGateway, merchantOrderId: string): Promise<void> {
  await pay(testGateway, merchantOrderId)
  await testGateway.drainJobs()
}

/** The provider completes its refunds; their callbacks are received, and not applied. */
async function completeRefunds({ sandbox }: TestGateway): Promise<void> {
  await sandbox.clock.advance(HOUR_MS)
  await sandbox.idle()
}

/** A paid order, half of which is refunded at the provider. */
async function refundHalf(testGateway: TestGateway, merchantOrderId: string, context: GatewayContext): Promise<void> {
  await payInFull(testGateway, merchantOrderId)
  await requestRefund(context, refundOf(merchantOrderId))
  await JOBS['send-refunds'](context)
  await completeRefunds(testGateway)
}

const OPERATIONS: { readonly [name: string]: Operation } = {
  'orders.start': {
    run: (context, id) => startOrder(context, standard(id)),
    repeat: ({ gateway }, id) => gateway.orders.start(standard(id)),
    places: 4,
  },
  'orders.start of a mobile order': {
    run: (context, id) => startOrder(context, mobile(id)),
    repeat: ({ gateway }, id) => gateway.orders.start(mobile(id)),
    places: 4,
  },
  'links.create': {
    run: (context, id) => createPaymentLink(context, link(id)),
    repeat: ({ gateway }, id) => gateway.links.create(link(id)),
    places: 4,
  },
  'links.remind': {
    prepare: ({ gateway }, id) => gateway.links.create(link(id)),
    run: (context, id) => remindOfLink(context, id, bySms),
    repeat: ({ gateway }, id) => gateway.links.remind(id, bySms),
    places: 8,
  },
  'links.cancel': {
    prepare: ({ gateway }, id) => gateway.links.create(link(id)),
    run: (context, id) => cancelLink(context, id),
    repeat: ({ gateway }, id) => gateway.links.cancel(id),
    places: 8,
  },
  'links.cancel while the payer pays': {
    prepare: async ({ gateway, sandbox }, id) => {
      await gateway.links.create(link(id))
      await sandbox.simulatePayment(id, { outcome: 'PENDING' })
    },
    run: (context, id) => cancelLink(context, id),
    repeat: ({ gateway }, id) => gateway.links.cancel(id),
    places: 8,
  },
  'the application of a callback about a link': {
    async prepare({ gateway, sandbox }, id) {
      await gateway.links.create(link(id))
      await sandbox.simulatePayment(id, { outcome: 'SUCCESS' })
      await sandbox.idle()
    },
    run: (context) => JOBS.inbox(context),
    places: 10,
  },
  'orders.pay': {
    prepare: ({ gateway }, id) => gateway.orders.start(custom(id)),
    run: (context, id) => payOrder(context, id, toPaymentChoice({ paymentMode: { type: 'UPI_QR' } })),
    repeat: ({ gateway }, id) => gateway.orders.pay(id, { type: 'UPI_QR' }),
    places: 10,
  },
  'refunds.request and its sending': {
    prepare: payInFull,
    async run(context, id) {
      await requestRefund(context, refundOf(id))
      await JOBS['send-refunds'](context)
    },
    repeat: ({ gateway }, id) => gateway.refunds.request(refundOf(id)),
    places: 20,
  },
  'the application of a callback': {
    async prepare(testGateway, id) {
      await pay(testGateway, id)
      await testGateway.sandbox.idle()
    },
    run: (context) => JOBS.inbox(context),
    places: 10,
  },
  'the application of a refund callback': {
    prepare: refundHalf,
    run: (context) => JOBS.inbox(context),
    places: 10,
  },
  'a check of the status of a refund': {
    async prepare(testGateway, id, context) {
      await refundHalf(testGateway, id, context)
      await testGateway.rows(`update galla.refunds set "nextPollAtMs" = 1 where "nextPollAtMs" is not null`)
    },
    run: (context) => JOBS['poll-refunds'](context),
    places: 10,
  },
  'the application of a callback about a refund that was made elsewhere': {
    async prepare(testGateway, id) {
      await payInFull(testGateway, id)
      const { merchantRefundId, amount } = refundOf(id)
      const dashboard = new Galla({ ...CLIENT, clientVersion: 1, fetch: testGateway.sandbox.fetch })
      await dashboard.refunds.create({ merchantRefundId, originalMerchantOrderId: id, amount })
      await completeRefunds(testGateway)
    },
    run: (context) => JOBS.inbox(context),
    places: 10,
  },
}

/** Records the id of each payment, link, reminder and refund that is sent. */
function recordedRequests() {
  const sent: string[] = []
  const wrapProvider: NonNullable<TestGatewayOptions['wrapProvider']> = (provider) => (url, init) => {
    const { pathname } = new URL(String(url instanceof Request ? url.url : url))
    if (/\/(pay|sdk\/order|notify|refund)$/.test(pathname)) {
      const { merchantRefundId, merchantOrderId } = JSON.parse(String(init?.body))
      sent.push(`${pathname} ${merchantRefundId ?? merchantOrderId}`)
    }
    return provider(url, init)
  }
  return { sent, wrapProvider }
}

describe('a process that is killed between any two calls of its databases and the provider', () => {
  it.each(
    Object.entries(OPERATIONS).flatMap(([name, { repeat }]) =>
      repeat ? [[name, true] as const, [name, false] as const] : [[name, false] as const],
    ),
  )(
    'during %s (repeated by its caller: %s) leaves nothing that another process does not recover',
    async (name, isRepeated) => {
      const { prepare, run, repeat, places } = OPERATIONS[name] as Operation
      const { receivedEvents, on } = recordingHandlers()
      const { sent, wrapProvider } = recordedRequests()
      const testGateway = await createTestGateway({ gateway: { on }, wrapProvider })
      const { sandbox, gateway } = testGateway
      const ids: string[] = []
      await withProcesses(testGateway, 1, async ([context]) => {
        for (let isOver = false; !isOver; ) {
          const id = `killed-at-${ids.length}`
          await prepare?.(testGateway, id, context as GatewayContext)
          const { process, died } = dyingAt(context as GatewayContext, ids.length)
          await run(process, id).catch(() => {})
          ids.push(id)
          isOver = !died()
        }
      })
      expect(ids.length).toBeGreaterThan(places)
      expect(sent.length).toBeGreaterThan(0)
      for (const table of ['orders', 'refunds', 'callbacks', 'deliveries'])
        await testGateway.rows(`update galla.${table} set "leasedUntil" = null`)
      if (isRepeated) await Promise.all(ids.map((id) => repeat?.(testGateway, id).catch(() => {})))
      for (const id of ids) {
        const order = await sandbox.order(id).catch(() => undefined)
        const isRunning = order?.paymentDetails.at(-1)?.state === 'PENDING'
        if (order?.state === 'PENDING' || isRunning) await sandbox.simulatePayment(id, { outcome: 'SUCCESS' })
      }
      await testGateway.drainJobs()
      for (const ms of [60_000, 600_000, HOUR_MS, HOUR_MS, 24 * HOUR_MS]) await testGateway.advance(ms)
      for (const id of ids) await gateway.orders.sync(id).catch(() => {})
      await testGateway.drainJobs()
      expect(await auditKilledOrders(testGateway, receivedEvents, sent)).toEqual([])
    },
    300_000,
  )
})
