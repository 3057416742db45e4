import { createHash } from 'node:crypto'
import { inr } from '@galla/sdk'
import { expect, vi } from 'vitest'
import type { Gateway } from '../../src/index.ts'
import { SECRET, type TestGateway } from './test-gateway.ts'

const AUTHORIZATION = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')

/** A payer whose every field holds `marker`: 4 to 10 letters, so that it survives masking in the handle of the VPA. */
export interface PlantedPayer {
  readonly marker: string
  readonly vpa: string
  readonly phone: string
  readonly merchantUserId: string
  readonly merchantOrderId: string
  readonly standardOrderId: string
}

export const plantedPayer = (marker: string, phone: string): PlantedPayer => ({
  marker,
  vpa: `asha.${marker}@ok${marker}`,
  phone,
  merchantUserId: `user-${marker}`,
  merchantOrderId: `collect-${phone}`,
  standardOrderId: `page-${phone}`,
})

/** Handlers whose error texts name what the order holds. */
export const failingHandlers = {
  'order.completed': ({ order }: { order: { metaInfo?: object } }) => {
    throw new Error(`No parcel for ${JSON.stringify(order.metaInfo)}`)
  },
}

/** Fills every field that can hold personal data, through the public ways: a collect payment, a page, callbacks, refunds. */
export async function plantPayer(testGateway: TestGateway, payer: PlantedPayer): Promise<void> {
  const { gateway, sandbox } = testGateway
  const { marker, vpa, phone, merchantUserId, merchantOrderId, standardOrderId } = payer
  const common = {
    amount: inr('499'),
    redirectUrl: `https://shop.example/thanks?user=${marker}`,
    message: `For ${marker}`,
    metaInfo: { udf1: `${marker}, 3rd floor`, udf2: phone },
    merchantUserId,
  }
  await gateway.orders.start({ ...common, reference: `cart-${phone}`, merchantOrderId, checkout: 'CUSTOM' })
  await gateway.orders.pay(merchantOrderId, { type: 'UPI_COLLECT', details: { type: 'VPA', vpa } })
  await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
  await gateway.orders.start({
    ...common,
    reference: `page-${phone}`,
    merchantOrderId: standardOrderId,
    checkout: 'STANDARD',
  })
  await sandbox.simulatePayment(standardOrderId, { outcome: 'SUCCESS' })
  await testGateway.drainJobs()
  await gateway.refunds.request({
    merchantRefundId: `refund-${phone}`,
    merchantOrderId,
    amount: inr('10'),
    note: `${marker} broke a cup`,
  })
  await testGateway.drainJobs()
  await sandbox.simulateRefund(`refund-${phone}`, { outcome: 'SUCCESS' })
  const { orderId = '' } = (await gateway.orders.get(merchantOrderId)) ?? {}
  await testGateway.drainJobs()
  const { refundId = '' } = (await gateway.refunds.get(`refund-${phone}`)) ?? {}
  for (const payload of payloadsOf(payer, { orderId, refundId })) await receive(gateway, payload, marker)
  await testGateway.drainJobs()
  await allCallsLogged(testGateway, payer)
}

/** The log of calls is written a moment after them: a dump must not lack calls that a later one has. */
export async function allCallsLogged({ rows, sandbox }: TestGateway, payer: PlantedPayer): Promise<void> {
  const ids = [payer.merchantOrderId, payer.standardOrderId, `refund-${payer.phone}`]
  const answered = sandbox
    .journal({ kind: 'api' })
    .filter(({ path = '', merchantOrderId = '' }) => ids.some((id) => merchantOrderId === id || path.includes(id)))
  const logged = 'select 1 from galla.calls where "merchantOrderId" = any($1) or "merchantRefundId" = any($1)'
  await vi.waitFor(async () => expect(await rows(logged, [ids])).toHaveLength(answered.length), { timeout: 20_000 })
}

/** Callbacks of the kinds in docs/protocol.md, with the payer in every place that they have for one. */
function payloadsOf(
  { marker, vpa, phone, merchantOrderId }: PlantedPayer,
  { orderId, refundId }: { readonly orderId: string; readonly refundId: string },
): object[] {
  const attempt = (name: string) => ({
    transactionId: `OM-${name}-${phone}`,
    state: 'FAILED',
    amount: 49_900,
    paymentMode: 'UPI_COLLECT',
    timestamp: 1,
    rail: { type: 'UPI', utr: `utr-${name}`, upiTransactionId: 'x', vpa },
    instrument: { type: 'ACCOUNT', maskedAccountNumber: '******1234', accountHolderName: marker, ifsc: marker },
    splitInstruments: [
      { rail: { type: 'UPI', vpa }, instrument: { type: 'CARD', brn: marker, cardHolderName: marker } },
    ],
  })
  const order = {
    merchantOrderId,
    orderId,
    amount: 49_900,
    metaInfo: { udf1: marker, udf15: phone },
    prefillUserLoginDetails: { phoneNumber: phone },
    customer: { label: marker },
  }
  const byProviderIdOnly = {
    orderId,
    state: 'FAILED',
    amount: 49_900,
    nickname: marker,
    paymentDetails: [],
  }
  return [
    {
      event: 'checkout.order.completed',
      payload: { ...order, state: 'COMPLETED', paymentDetails: [attempt('one'), attempt('two')] },
    },
    { event: 'checkout.order.failed', payload: { ...order, state: 'FAILED', paymentDetails: [attempt('three')] } },
    {
      event: 'checkout.transaction.attempt.failed',
      payload: { ...order, state: 'PENDING', paymentDetails: [attempt('four')] },
    },
    {
      event: 'pg.refund.completed',
      payload: {
        merchantRefundId: `refund-${phone}`,
        originalMerchantOrderId: merchantOrderId,
        refundId,
        state: 'COMPLETED',
        amount: 1_000,
        remarks: marker,
        paymentDetails: [attempt('five')],
      },
    },
    { event: 'subscription.notification.completed', payload: { merchantOrderId, subscriber: marker, umn: vpa } },
    { event: 'checkout.order.completed', payload: byProviderIdOnly },
  ]
}

async function receive(gateway: Gateway, body: object, marker: string): Promise<void> {
  const headers = {
    authorization: AUTHORIZATION,
    'user-agent': `relay of ${marker}`,
    'content-type': 'application/json',
  }
  await gateway.callbacks.receive({ headers, body: new TextEncoder().encode(JSON.stringify(body)) })
  // Refused: the sender is not known. Its headers are stored.
  await gateway.callbacks.receive({
    headers: { ...headers, authorization: 'no' },
    body: new TextEncoder().encode(marker),
  })
}
