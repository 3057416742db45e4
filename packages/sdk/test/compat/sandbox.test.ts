import { constants, publicEncrypt } from 'node:crypto'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import * as compat from '@galla/sdk/compat'
import { describe, expect, it } from 'vitest'
import { type Door, loadOfficial } from './support/official.ts'

const HOOK = { username: 'shop_hook', password: 'Passw0rd99' }
/** Of this run: tokens are good for an hour of the callers' own clock. */
const TODAY = Date.now()
const BACK = 'https://shop.example/thanks'

interface Till {
  readonly door: Door
  readonly sandbox: ServedSandbox
  readonly standard: compat.StandardCheckoutClient
  readonly custom: compat.CustomCheckoutClient
  readonly heard: { authorization: string; body: string }[]
}

/** The same provider on the same day: same seed, a clock that stands, so that two runs can be compared word by word. */
async function openTill(doorAt: (origin: string) => Door): Promise<Till> {
  const heard: Till['heard'] = []
  const sandbox = await serveSandbox({
    seed: 'two-doors',
    clock: { startMs: TODAY, frozen: true },
    callbacks: { url: 'http://shop.test', ...HOOK },
    deliver: async (_, { headers, body }) => {
      heard.push({ authorization: headers.authorization ?? '', body })
      return new Response('ok')
    },
  })
  const door = doorAt(sandbox.url)
  const options = { hosts: sandbox.url, like: '2.0.6' } as const
  const credentials = ['shop', 'secret', 1, 'SANDBOX', false, ...(door === compat ? [options] : [])] as const
  return {
    door,
    sandbox,
    heard,
    standard: door.StandardCheckoutClient.getInstance(...credentials),
    custom: door.CustomCheckoutClient.getInstance(...credentials),
  }
}

/** What a payer's browser asks of the hosted page. */
async function onPage({ sandbox }: Till, pageUrl: string | undefined, path: string, body?: object): Promise<PageView> {
  const headers = { 'x-page-token': new URL(String(pageUrl)).searchParams.get('token') ?? '' }
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
  return (await (await fetch(`${sandbox.url}/page-api/${path}`, init)).json()) as PageView
}
interface PageView {
  attempt?: { transactionId: string }
}

const JOURNEYS: { readonly [name: string]: (till: Till) => Promise<unknown[]> } = {
  async 'the hosted page: pay, choose, pay by collect, status, refund'(till) {
    const { door, standard, sandbox } = till
    const request = door.StandardCheckoutPayRequest.builder()
      .merchantOrderId('order-1')
      .amount(49_900)
      .metaInfo(door.MetaInfo.builder().udf1('cart-7').build())
      .redirectUrl(BACK)
      .build()
    const opened = await standard.pay(request)
    await onPage(till, opened.redirectUrl, 'attempts', { paymentMode: { type: 'UPI_COLLECT', vpa: 'success@ybl' } })
    await onPage(till, opened.redirectUrl, 'view')
    const status = await standard.getOrderStatus('order-1', true)
    const attempt = await standard.getTransactionStatus(String(status.paymentDetails[0]?.transactionId))
    const refund = await standard.refund(new door.RefundRequest('refund-1', 'order-1', 9_900))
    const early = await standard.getRefundStatus('refund-1')
    await sandbox.clock.advance(10_000)
    const late = await standard.getRefundStatus('refund-1')
    expect([status.state, late.state]).toEqual(['COMPLETED', 'COMPLETED'])
    return [{ ...opened, redirectUrl: typeof opened.redirectUrl }, status, attempt, refund, early, late]
  },

  async 'an own page: QR settled by the bank, collect, intent'({ door, custom, sandbox }) {
    const { CustomCheckoutPayRequest: request } = door
    const qr = await custom.pay(request.UpiQrRequestBuilder().merchantOrderId('qr-1').amount(100).build())
    await sandbox.simulatePayment('qr-1', { outcome: 'SUCCESS', instrument: 'WALLET' })
    const collect = request.UpiCollectPayViaVpaRequestBuilder().merchantOrderId('collect-1').amount(100)
    const asked = await custom.pay(collect.vpa('failure@ybl').deviceOS('iOS').build())
    const intent = request.UpiIntentPayRequestBuilder().merchantOrderId('intent-1').amount(100)
    const linked = await custom.pay(intent.targetApp('com.phonepe.app').deviceOS('ANDROID').build())
    const statuses = await Promise.all(['qr-1', 'collect-1', 'intent-1'].map((id) => custom.getOrderStatus(id)))
    expect(statuses.map(({ state }) => state)).toEqual(['COMPLETED', 'FAILED', 'PENDING'])
    return [qr, asked, linked, ...statuses]
  },

  async 'an own page: a card with a one-time password'(till) {
    const { door, custom, sandbox } = till
    const key = { key: sandbox.cardKey.publicKeyPem, padding: constants.RSA_PKCS1_PADDING }
    const encrypt = (digits: string) => publicEncrypt(key, Buffer.from(digits)).toString('base64')
    const builder = door.CustomCheckoutPayRequest.CardPayRequestBuilder().merchantOrderId('card-1').amount(100)
    builder.encryptedCardNumber(encrypt('4208585190116667')).encryptedCvv(encrypt('508')).encryptionKeyId(1)
    const opened = await custom.pay(
      builder.expiryMonth('06').expiryYear('2027').authMode('3DS').redirectUrl(BACK).build(),
    )
    const { attempt } = await onPage(till, opened.redirectUrl, 'view')
    await onPage(till, opened.redirectUrl, `attempts/${attempt?.transactionId}/otp`, { otp: '123456' })
    const status = await custom.getOrderStatus('card-1')
    expect(status.state).toBe('COMPLETED')
    return [opened.state, status]
  },

  async 'SDK orders of both kinds'({ door, standard, custom }) {
    const own = door.CreateSdkOrderRequest.CustomCheckoutBuilder().merchantOrderId('sdk-2').amount(100)
    const hosted = door.CreateSdkOrderRequest.StandardCheckoutBuilder().merchantOrderId('sdk-1').amount(100)
    const orders = [
      await standard.createSdkOrder(hosted.redirectUrl(BACK).build()),
      await custom.createSdkOrder(own.build()),
    ]
    expect(orders.map(({ state, token }) => [state, typeof token])).toEqual(Array(2).fill(['PENDING', 'string']))
    // Two clients fetch two tokens here and share one there, and seeded ids count them.
    return orders.map(({ orderId, state, expireAt }) => [orderId.length, state, expireAt])
  },

  async 'refusals, and a token that was revoked'({ door, standard, sandbox }) {
    const request = new door.StandardCheckoutPayRequest('order-9', 100, undefined, undefined, BACK)
    await standard.pay(request)
    const told = []
    for (const call of [
      () => standard.pay(request),
      () => standard.getOrderStatus('nobody'),
      () => standard.getRefundStatus('nothing'),
      () => standard.refund(new door.RefundRequest('refund-9', 'order-9', 100)),
    ]) {
      const error = await call().catch((raised: unknown) => raised)
      expect(error).toBeInstanceOf(door.ClientError)
      const { type, httpStatusCode, code, data, message } = error as compat.PhonePeException
      told.push({ type, httpStatusCode, code, data, message })
    }
    const asked = () => sandbox.journal().filter(({ name }) => name === 'token').length
    expect(asked()).toBe(1)
    sandbox.revokeTokens()
    const status = await standard.getOrderStatus('order-9')
    expect(asked()).toBe(2)
    return [...told, status]
  },
}

async function travel(doorAt: (origin: string) => Door, journey: (till: Till) => Promise<unknown[]>) {
  const till = await openTill(doorAt)
  const { sandbox, standard, custom, heard, door } = till
  try {
    const seen = await journey(till)
    await sandbox.idle()
    const callbacks = heard.map(({ authorization, body }) => {
      expect(() => standard.validateCallback(HOOK.username, 'wrong', authorization, body)).toThrow(
        door.PhonePeException,
      )
      return custom.validateCallback(HOOK.username, HOOK.password, authorization, body)
    })
    return JSON.parse(JSON.stringify({ seen, callbacks }))
  } finally {
    if (door === compat) await Promise.all([standard.close(), custom.close()])
    await sandbox.close()
  }
}

/** The official package, redirected by the one table that it reads. */
const official = (origin: string): Door =>
  loadOfficial(origin, () => ({ pg: origin, cards: origin, identity: origin, events: origin }))

describe('the sandbox, through the official package and through ours', () => {
  it.each(Object.entries(JOURNEYS))('%s', async (_, journey) => {
    const there = await travel(official, journey)
    const here = await travel(() => compat, journey)
    expect(here).toEqual(there)
    expect(there.seen.length).toBeGreaterThan(1)
  })
})
