import { constants, publicEncrypt } from 'node:crypto'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import * as compat from '@galla/sdk/compat'
import { describe, expect, it } from 'vitest'
import { type CompatApi, loadOfficial } from './support/official.ts'

const HOOK = { username: 'shop_hook', password: 'Passw0rd99' }
/** The current time, since the official package checks token lifetimes against the system clock. */
const START_MS = Date.now()
const REDIRECT_URL = 'https://shop.example/thanks'

interface Shop {
  readonly api: CompatApi
  readonly sandbox: ServedSandbox
  readonly standard: compat.StandardCheckoutClient
  readonly custom: compat.CustomCheckoutClient
  readonly callbacks: { authorization: string; body: string }[]
}

/** A sandbox with a fixed seed and a frozen clock, so that two runs are equal, and both clients of one package. */
async function openShop(apiAt: (origin: string) => CompatApi): Promise<Shop> {
  const callbacks: Shop['callbacks'] = []
  const sandbox = await serveSandbox({
    seed: 'differential',
    collectAllowed: true,
    clock: { startMs: START_MS, frozen: true },
    callbacks: { url: 'http://shop.test', ...HOOK },
    deliver: async (_, { headers, body }) => {
      callbacks.push({ authorization: headers.authorization ?? '', body })
      return new Response('ok')
    },
  })
  const api = apiAt(sandbox.url)
  const options = { hosts: sandbox.url, like: '2.0.6' } as const
  const credentials = ['shop', 'secret', 1, 'SANDBOX', false, ...(api === compat ? [options] : [])] as const
  return {
    api,
    sandbox,
    callbacks,
    standard: api.StandardCheckoutClient.getInstance(...credentials),
    custom: api.CustomCheckoutClient.getInstance(...credentials),
  }
}

/** A request of the hosted page in the payer's browser. */
async function onPage({ sandbox }: Shop, pageUrl: string | undefined, path: string, body?: object): Promise<PageView> {
  const headers = { 'x-page-token': new URL(String(pageUrl)).searchParams.get('token') ?? '' }
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
  return (await (await fetch(`${sandbox.url}/page-api/${path}`, init)).json()) as PageView
}
interface PageView {
  attempt?: { transactionId: string }
}

const JOURNEYS: { readonly [name: string]: (shop: Shop) => Promise<unknown[]> } = {
  async 'the hosted page: pay, choose, pay by collect, status, refund'(shop) {
    const { api, standard, sandbox } = shop
    const request = api.StandardCheckoutPayRequest.builder()
      .merchantOrderId('order-1')
      .amount(49_900)
      .metaInfo(api.MetaInfo.builder().udf1('cart-7').build())
      .redirectUrl(REDIRECT_URL)
      .build()
    const created = await standard.pay(request)
    await onPage(shop, created.redirectUrl, 'attempts', { paymentMode: { type: 'UPI_COLLECT', vpa: 'success@ybl' } })
    await onPage(shop, created.redirectUrl, 'view')
    const status = await standard.getOrderStatus('order-1', true)
    const attempt = await standard.getTransactionStatus(String(status.paymentDetails[0]?.transactionId))
    const refund = await standard.refund(new api.RefundRequest('refund-1', 'order-1', 9_900))
    const early = await standard.getRefundStatus('refund-1')
    await sandbox.clock.advance(10_000)
    const late = await standard.getRefundStatus('refund-1')
    expect([status.state, late.state]).toEqual(['COMPLETED', 'COMPLETED'])
    return [{ ...created, redirectUrl: typeof created.redirectUrl }, status, attempt, refund, early, late]
  },

  async 'custom checkout: QR, collect, intent'({ api, custom, sandbox }) {
    const { CustomCheckoutPayRequest: request } = api
    const qr = await custom.pay(request.UpiQrRequestBuilder().merchantOrderId('qr-1').amount(100).build())
    await sandbox.simulatePayment('qr-1', { outcome: 'SUCCESS', instrument: 'WALLET' })
    const collect = request.UpiCollectPayViaVpaRequestBuilder().merchantOrderId('collect-1').amount(100)
    const collected = await custom.pay(collect.vpa('failure@ybl').deviceOS('iOS').build())
    const intent = request.UpiIntentPayRequestBuilder().merchantOrderId('intent-1').amount(100)
    const linked = await custom.pay(intent.targetApp('com.phonepe.app').deviceOS('ANDROID').build())
    const statuses = await Promise.all(['qr-1', 'collect-1', 'intent-1'].map((id) => custom.getOrderStatus(id)))
    expect(statuses.map(({ state }) => state)).toEqual(['COMPLETED', 'FAILED', 'PENDING'])
    return [qr, collected, linked, ...statuses]
  },

  async 'custom checkout: a card with a one-time password'(shop) {
    const { api, custom, sandbox } = shop
    const key = { key: sandbox.cardKey.publicKeyPem, padding: constants.RSA_PKCS1_PADDING }
    const encrypt = (digits: string) => publicEncrypt(key, Buffer.from(digits)).toString('base64')
    const builder = api.CustomCheckoutPayRequest.CardPayRequestBuilder().merchantOrderId('card-1').amount(100)
    builder.encryptedCardNumber(encrypt('4208585190116667')).encryptedCvv(encrypt('508')).encryptionKeyId(1)
    const created = await custom.pay(
      builder.expiryMonth('06').expiryYear('2027').authMode('3DS').redirectUrl(REDIRECT_URL).build(),
    )
    const { attempt } = await onPage(shop, created.redirectUrl, 'view')
    await onPage(shop, created.redirectUrl, `attempts/${attempt?.transactionId}/otp`, { otp: '123456' })
    const status = await custom.getOrderStatus('card-1')
    expect(status.state).toBe('COMPLETED')
    return [created.state, status]
  },

  async 'SDK orders of both kinds'({ api, standard, custom }) {
    const own = api.CreateSdkOrderRequest.CustomCheckoutBuilder().merchantOrderId('sdk-2').amount(100)
    const hosted = api.CreateSdkOrderRequest.StandardCheckoutBuilder().merchantOrderId('sdk-1').amount(100)
    const orders = [
      await standard.createSdkOrder(hosted.redirectUrl(REDIRECT_URL).build()),
      await custom.createSdkOrder(own.build()),
    ]
    expect(orders.map(({ state, token }) => [state, typeof token])).toEqual(Array(2).fill(['PENDING', 'string']))
    // Our two clients request two tokens, the official ones share one, and seeded ids count requests.
    return orders.map(({ orderId, state, expireAt }) => [orderId.length, state, expireAt])
  },

  async 'errors, and a revoked token'({ api, standard, sandbox }) {
    const request = new api.StandardCheckoutPayRequest('order-9', 100, undefined, undefined, REDIRECT_URL)
    await standard.pay(request)
    const errors = []
    for (const call of [
      () => standard.pay(request),
      () => standard.getOrderStatus('unknown-order'),
      () => standard.getRefundStatus('unknown-refund'),
      () => standard.refund(new api.RefundRequest('refund-9', 'order-9', 100)),
    ]) {
      const error = await call().catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(api.ClientError)
      const { type, httpStatusCode, code, data, message } = error as compat.PhonePeException
      errors.push({ type, httpStatusCode, code, data, message })
    }
    const tokenRequests = () => sandbox.journal().filter(({ name }) => name === 'token').length
    expect(tokenRequests()).toBe(1)
    sandbox.revokeTokens()
    const status = await standard.getOrderStatus('order-9')
    expect(tokenRequests()).toBe(2)
    return [...errors, status]
  },
}

async function run(apiAt: (origin: string) => CompatApi, journey: (shop: Shop) => Promise<unknown[]>) {
  const shop = await openShop(apiAt)
  const { sandbox, standard, custom, callbacks: received, api } = shop
  try {
    const seen = await journey(shop)
    await sandbox.idle()
    const callbacks = received.map(({ authorization, body }) => {
      expect(() => standard.validateCallback(HOOK.username, 'wrong', authorization, body)).toThrow(api.PhonePeException)
      return custom.validateCallback(HOOK.username, HOOK.password, authorization, body)
    })
    return JSON.parse(JSON.stringify({ seen, callbacks }))
  } finally {
    if (api === compat) await Promise.all([standard.close(), custom.close()])
    await sandbox.close()
  }
}

/** The official package, with its table of hosts redirected. */
const official = (origin: string): CompatApi =>
  loadOfficial(origin, () => ({ pg: origin, cards: origin, identity: origin, events: origin }))

describe('the official package and ours give the same results in the sandbox', () => {
  it.each(Object.entries(JOURNEYS))('%s', async (_, journey) => {
    const officialRun = await run(official, journey)
    const ourRun = await run(() => compat, journey)
    expect(ourRun).toEqual(officialRun)
    expect(officialRun.seen.length).toBeGreaterThan(1)
  })
})
