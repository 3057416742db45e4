import { constants, publicEncrypt } from 'node:crypto'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const require = createRequire(import.meta.url)
const FOLDER = join(dirname(require.resolve('@phonepe-pg/pg-sdk-node')), '..')

/** The provider's own client. Only its table of hosts is changed, which a new client reads. */
let sandbox: ServedSandbox
// biome-ignore lint/suspicious/noExplicitAny: a CommonJS package without types
let official: any
// biome-ignore lint/suspicious/noExplicitAny: as above
let standard: any
// biome-ignore lint/suspicious/noExplicitAny: as above
let custom: any
const received: { authorization: string; body: string }[] = []

beforeAll(async () => {
  sandbox = await serveSandbox({
    clock: { frozen: true },
    callbacks: { url: 'http://shop.test', username: 'shop_hook', password: 'Passw0rd99' },
    deliver: async (_, { headers, body }) => {
      received.push({ authorization: headers.authorization ?? '', body })
      return new Response('ok')
    },
  })
  const { BaseUrl } = require(join(FOLDER, 'dist/common/constants/BaseUrl.js'))
  BaseUrl.SANDBOX = {
    PG_HOST_URL: `${sandbox.url}/apis/pg-sandbox`,
    PCI_PG_HOST_URL: `${sandbox.url}/apis/pg-sandbox`,
    OAUTH_HOST_URL: `${sandbox.url}/apis/pg-sandbox`,
    EVENTS_HOST_URL: `${sandbox.url}/apis/pg-ingestion`,
  }
  official = require(FOLDER)
  standard = official.StandardCheckoutClient.getInstance('shop', 'secret', 1, official.Env.SANDBOX, false)
  custom = official.CustomCheckoutClient.getInstance('shop', 'secret', 1, official.Env.SANDBOX, false)
})
afterAll(() => sandbox.close())

const page = (id: string, amount = 49_900) =>
  official.StandardCheckoutPayRequest.builder()
    .merchantOrderId(id)
    .amount(amount)
    .redirectUrl('https://shop.example/r')
    .build()

describe('standard checkout', () => {
  test('pays, reads order and transaction status, refunds, and validates the callbacks', async () => {
    const opened = await standard.pay(page('official-1'))
    expect(opened).toMatchObject({ state: 'PENDING' })
    expect(opened.redirectUrl).toContain(`${sandbox.url}/transact/pg?token=`)
    await sandbox.simulatePayment('official-1', { outcome: 'SUCCESS' })
    const status = await standard.getOrderStatus('official-1', true)
    expect(status).toMatchObject({ orderId: opened.orderId, state: 'COMPLETED', amount: 49_900 })
    const { transactionId } = status.paymentDetails[0]
    expect((await standard.getTransactionStatus(transactionId)).paymentDetails).toHaveLength(1)

    const refund = official.RefundRequest.builder()
      .merchantRefundId('official-r')
      .originalMerchantOrderId('official-1')
      .amount(100)
    expect(await standard.refund(refund.build())).toMatchObject({ amount: 100, state: 'PENDING' })
    await sandbox.clock.advance(3_000)
    expect(await standard.getRefundStatus('official-r')).toMatchObject({
      state: 'COMPLETED',
      merchantRefundId: 'official-r',
    })

    await sandbox.idle()
    expect(received).toHaveLength(3)
    for (const { authorization, body } of received) {
      expect(standard.validateCallback('shop_hook', 'Passw0rd99', authorization, body).payload).toBeDefined()
      expect(() => standard.validateCallback('shop_hook', 'wrong', authorization, body)).toThrow('Invalid Callback')
    }
  })

  test('creates an SDK order, and maps a reused id and an unknown order to its errors', async () => {
    const builder = official.CreateSdkOrderRequest.StandardCheckoutBuilder().merchantOrderId('official-sdk').amount(100)
    expect(await standard.createSdkOrder(builder.redirectUrl('https://shop.example/r').build())).toMatchObject({
      state: 'PENDING',
    })
    await standard.pay(page('official-2'))
    await expect(standard.pay(page('official-2'))).rejects.toMatchObject({
      httpStatusCode: 417,
      code: 'INVALID_TRANSACTION_ID',
    })
    await expect(standard.getOrderStatus('none')).rejects.toMatchObject({
      httpStatusCode: 400,
      code: 'INVALID_MERCHANT_ORDER_ID',
    })
  })

  test('fetches a new token after a revoked one', async () => {
    sandbox.revokeTokens()
    await standard.pay(page('official-3'))
    expect((await sandbox.order('official-3')).state).toBe('PENDING')
  })
})

describe('custom checkout', () => {
  const status = async (id: string) => (await custom.getOrderStatus(id)).paymentDetails[0]

  test('pays by collect, QR, intent and net banking', async () => {
    const { CustomCheckoutPayRequest: request } = official
    const collect = request
      .UpiCollectPayViaVpaRequestBuilder()
      .merchantOrderId('collect')
      .amount(100)
      .vpa('success@ybl')
    expect(await custom.pay(collect.build())).toMatchObject({ state: 'PENDING' })
    expect(await status('collect')).toMatchObject({
      state: 'COMPLETED',
      paymentMode: 'UPI_COLLECT',
      rail: { type: 'UPI' },
    })
    const qr = await custom.pay(request.UpiQrRequestBuilder().merchantOrderId('qr').amount(100).build())
    expect(qr.qrData).toMatch(/^data:image\/png;base64,/)
    const intent = request.UpiIntentPayRequestBuilder().merchantOrderId('intent').amount(100)
    const opened = await custom.pay(intent.targetApp('com.phonepe.app').deviceOS('ANDROID').build())
    expect(opened.intentUrl).toMatch(/^ppe:/)
    const bank = request.NetBankingPayRequestBuilder().merchantOrderId('bank').amount(100).bankId('ICIC')
    expect((await custom.pay(bank.redirectUrl('https://shop.example/r').build())).redirectUrl).toContain('token=')
  })

  test('pays by card', async () => {
    const key = { key: sandbox.cardKey.publicKeyPem, padding: constants.RSA_PKCS1_PADDING }
    const encrypt = (digits: string) => publicEncrypt(key, Buffer.from(digits)).toString('base64')
    const builder = official.CustomCheckoutPayRequest.CardPayRequestBuilder()
      .merchantOrderId('card')
      .amount(100)
      .authMode('3DS')
    builder.encryptedCardNumber(encrypt('4208585190116667')).encryptedCvv(encrypt('508')).encryptionKeyId(1)
    builder.expiryMonth('06').expiryYear('2027').redirectUrl('https://shop.example/r')
    const { redirectUrl } = await custom.pay(builder.build())
    const headers = { 'x-page-token': new URL(redirectUrl).searchParams.get('token') ?? '' }
    const { attempt } = await (await fetch(`${sandbox.url}/page-api/view`, { headers })).json()
    const body = JSON.stringify({ otp: '123456' })
    await fetch(`${sandbox.url}/page-api/attempts/${attempt.transactionId}/otp`, { method: 'POST', headers, body })
    expect(await status('card')).toMatchObject({ state: 'COMPLETED', instrument: { maskedCardNumber: '******6667' } })
  })
})
