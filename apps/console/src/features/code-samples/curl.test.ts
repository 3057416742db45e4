import { paise } from '@galla/contract/money'
import { createSandbox } from '@galla/sandbox'
import { type CardDetails, Galla } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import { loggedCalls, MODES, SPECIAL_CHARACTERS } from '../../../test/helpers/logged-calls.ts'
import { requestOf, shell } from '../../../test/helpers/shell.ts'
import type { KnownValues, LoggedCall } from './call-code.ts'
import { callCurl, shellQuote, tokenCurl } from './curl.ts'
import { baseUrl } from './ts-source.ts'

const HERE = { environment: 'SANDBOX', sandboxUrl: 'http://127.0.0.1:4500' } as const
const SECRETS = {
  GALLA_CLIENT_ID: 'demo-shop',
  GALLA_CLIENT_VERSION: '1',
  GALLA_CLIENT_SECRET: 'it\'s "secret" & $HOME',
}

const payCallFirst = (a: LoggedCall, b: LoggedCall) =>
  Number(b.endpoint.endsWith('Pay')) - Number(a.endpoint.endsWith('Pay'))

describe('shellQuote', () => {
  it.each([SPECIAL_CHARACTERS, '', '-n', 'plain', "''", 'a\tb', '₹ 499', '!history', '*'])(
    'quotes %j so that the shell reads the same text',
    (text) => {
      expect(shell(`curl x ${shellQuote(text)}`, {}).curl).toEqual(['x', text])
    },
  )
})

describe('callCurl', () => {
  it('is accepted by the sandbox, for every endpoint and payment mode', async () => {
    const sandbox = createSandbox()
    const run = (script: string, token = '') => {
      const { url, init } = requestOf(shell(script, { ...SECRETS, GALLA_TOKEN: token }).curl)
      return sandbox.fetch(url, init as never)
    }
    const granted = (await (await run(tokenCurl(HERE))).json()) as { access_token: string }
    expect(granted.access_token).toMatch(/\w/)
    const statusOf = async (call: LoggedCall, known: KnownValues = {}) =>
      (await run(callCurl(call, HERE, known), granted.access_token)).status
    const amount = paise(49_900)
    const calls = loggedCalls('order-42').filter(({ endpoint }) => !['token', 'events', 'raw'].includes(endpoint))
    const answers: { [endpoint: string]: number } = {}
    // Each product creates and pays its own order, which its status calls are about.
    for (const product of ['standard', 'custom']) {
      const merchantOrderId = `${product}-order`
      const [pay, ...others] = calls.filter(({ endpoint }) => endpoint.startsWith(product)).sort(payCallFirst)
      if (!pay) throw new Error(`${product} has no pay`)
      answers[pay.endpoint] = await statusOf({ ...pay, merchantOrderId }, { amount })
      await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
      const transactionId = (await sandbox.order(merchantOrderId)).paymentDetails[0]?.transactionId ?? ''
      for (const call of others) {
        const id = call.endpoint.endsWith('TransactionStatus') ? transactionId : merchantOrderId
        const path = call.path.replace('order-42', id)
        const own = call.endpoint.endsWith('SdkOrder') ? `${product}-sdk` : merchantOrderId
        answers[call.endpoint] = await statusOf({ ...call, path, merchantOrderId: own }, { amount })
      }
    }
    for (const call of calls.filter(({ endpoint }) => !/^(?:standard|custom)/.test(endpoint))) {
      const known = { amount, originalMerchantOrderId: 'standard-order' }
      answers[call.endpoint] = await statusOf(call, known)
    }
    expect(Object.values(answers)).toEqual(calls.map(() => 200))
    const pay = { endpoint: 'customPay', method: 'POST', path: '/payments/v2/pay' } as const
    for (const paymentMode of MODES) {
      const call = { ...pay, merchantOrderId: `order-${paymentMode}` }
      const response = await run(callCurl(call, HERE, { paymentMode }), granted.access_token)
      const encryptedField =
        paymentMode === 'CARD' ? 'encryptedCardNumber' : paymentMode === 'TOKEN' ? 'encryptedToken' : undefined
      // The request is complete except for the ciphertext, which is an example.
      const expected =
        encryptedField === undefined
          ? { state: 'PENDING' }
          : { message: expect.stringContaining(`${encryptedField} could not be decrypted`) }
      expect([paymentMode, await response.json()]).toMatchObject([paymentMode, expected])
    }
    await sandbox.close()
  })

  it('quotes special characters in ids', () => {
    for (const call of loggedCalls(SPECIAL_CHARACTERS)) {
      if (call.endpoint === 'token') continue
      const { url, init } = requestOf(shell(callCurl(call, HERE), { GALLA_TOKEN: 'the token' }).curl)
      expect(url).toBe(`http://127.0.0.1:4500${call.path}`)
      expect(init.headers).toContainEqual(['Authorization', 'O-Bearer the token'])
      if (call.merchantOrderId !== undefined && call.method === 'POST') {
        expect(JSON.parse(String(init.body))).toMatchObject({ merchantOrderId: SPECIAL_CHARACTERS })
      }
    }
  })

  it('contains names of shell variables instead of secrets', () => {
    const [call] = loggedCalls('order-42')
    if (!call) throw new Error('no call')
    expect(callCurl(call, HERE)).toContain('"client_secret=$GALLA_CLIENT_SECRET"')
    expect(callCurl({ ...call, endpoint: 'standardPay' }, HERE)).toContain('O-Bearer $GALLA_TOKEN')
  })

  it('comments on example values and on the order id', () => {
    const pay = {
      endpoint: 'standardPay',
      method: 'POST',
      path: '/checkout/v2/pay',
      merchantOrderId: 'order-42',
    } as const
    expect(callCurl(pay, HERE).split('\n').slice(0, 2)).toEqual([
      '# The log contains no secrets, payers and cards. Replace the example values of: amount, redirectUrl.',
      '# An order id can be used once. To create another order, change merchantOrderId.',
    ])
    const status = {
      endpoint: 'refundStatus',
      method: 'GET',
      path: '/payments/v2/refund/r-1/status',
      merchantRefundId: 'r-1',
    } as const
    expect(callCurl(status, HERE)).toMatch(/^curl /)
  })

  it('exports the token in the shell', () => {
    const script = `${tokenCurl(HERE)}printf '%s' "$GALLA_TOKEN"`
    const response = JSON.stringify({ access_token: 'eyJ.a-b.c', token_type: 'O-Bearer' })
    const { curl, output } = shell(script, SECRETS, response)
    expect(output).toBe('eyJ.a-b.c')
    expect(new URLSearchParams(String(requestOf(curl).init.body)).get('client_secret')).toBe(
      SECRETS.GALLA_CLIENT_SECRET,
    )
  })

  it.each(['SANDBOX', 'PRODUCTION'] as const)('calls the same hosts as the SDK in %s', async (environment) => {
    const called: string[] = []
    const galla = new Galla({
      clientId: 'demo-shop',
      clientSecret: 'any',
      clientVersion: 1,
      environment,
      fetch: async (url) => {
        called.push(String(url))
        return Response.json({ access_token: 'x', expires_at: 4_102_444_800, token_type: 'O-Bearer' })
      },
    })
    await galla.refunds.getStatus({ merchantRefundId: 'refund-1' })
    const encrypted: CardDetails = {
      encryptedCardNumber: 'x',
      encryptedCvv: 'x',
      encryptionKeyId: 1,
      expiry: { month: '12', year: '2030' },
    }
    const card = { type: 'CARD', cardDetails: encrypted } as const
    const order = { merchantOrderId: 'order-1', amount: paise(100), redirectUrl: 'https://shop.example/thanks' }
    await galla.customCheckout.pay({ ...order, paymentMode: card })
    const target = { environment }
    expect(called).toEqual([
      `${baseUrl(target, 'identity')}/v1/oauth/token`,
      `${baseUrl(target, 'pg')}/payments/v2/refund/refund-1/status`,
      `${baseUrl(target, 'cards')}/payments/v2/pay`,
    ])
  })
})
