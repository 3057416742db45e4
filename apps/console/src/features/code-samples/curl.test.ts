import { paise } from '@galla/contract/money'
import { createSandbox } from '@galla/sandbox'
import { type CardDetails, Galla } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import { loggedCalls, MODES, NASTY } from '../../../test/helpers/logged-calls.ts'
import { requestOf, shell } from '../../../test/helpers/shell.ts'
import type { KnownFacts, LoggedCall } from './call-code.ts'
import { curlOf, shellQuote, tokenCurl } from './curl.ts'
import { baseOf } from './ts-source.ts'

const HERE = { environment: 'SANDBOX', sandboxUrl: 'http://127.0.0.1:4500' } as const
const SECRETS = {
  GALLA_CLIENT_ID: 'tea-stall',
  GALLA_CLIENT_VERSION: '1',
  GALLA_CLIENT_SECRET: 'it\'s "secret" & $HOME',
}

const payFirst = (a: LoggedCall, b: LoggedCall) =>
  Number(b.endpoint.endsWith('Pay')) - Number(a.endpoint.endsWith('Pay'))

describe('a word for a shell', () => {
  it.each([NASTY, '', '-n', 'plain', "''", 'a\tb', '₹ 499', '!history', '*'])('%j comes out as it went in', (text) => {
    expect(shell(`curl x ${shellQuote(text)}`, {}).curl).toEqual(['x', text])
  })
})

describe('a logged call as curl', () => {
  it('is the request that the provider knows, for every endpoint and payment mode', async () => {
    const sandbox = createSandbox()
    const ask = (script: string, token = '') => {
      const { url, init } = requestOf(shell(script, { ...SECRETS, GALLA_TOKEN: token }).curl)
      return sandbox.fetch(url, init as never)
    }
    const granted = (await (await ask(`${tokenCurl(HERE)}`)).json()) as { access_token: string }
    expect(granted.access_token).toMatch(/\w/)
    const said = async (call: LoggedCall, known: KnownFacts = {}) =>
      (await ask(curlOf(call, HERE, known), granted.access_token)).status
    const amount = paise(49_900)
    const calls = loggedCalls('order-42').filter(({ endpoint }) => !['token', 'events', 'raw'].includes(endpoint))
    const answers: { [endpoint: string]: number } = {}
    // Each product opens and pays an order of its own, which the reads are then about.
    for (const product of ['standard', 'custom']) {
      const merchantOrderId = `${product}-order`
      const [pay, ...others] = calls.filter(({ endpoint }) => endpoint.startsWith(product)).sort(payFirst)
      if (!pay) throw new Error(`${product} has no pay`)
      answers[pay.endpoint] = await said({ ...pay, merchantOrderId }, { amount })
      await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
      const transactionId = (await sandbox.order(merchantOrderId)).paymentDetails[0]?.transactionId ?? ''
      for (const call of others) {
        const id = call.endpoint.endsWith('TransactionStatus') ? transactionId : merchantOrderId
        const path = call.path.replace('order-42', id)
        const own = call.endpoint.endsWith('SdkOrder') ? `${product}-sdk` : merchantOrderId
        answers[call.endpoint] = await said({ ...call, path, merchantOrderId: own }, { amount })
      }
    }
    for (const call of calls.filter(({ endpoint }) => !/^(?:standard|custom)/.test(endpoint))) {
      const known = { amount, originalMerchantOrderId: 'standard-order' }
      answers[call.endpoint] = await said(call, known)
    }
    expect(Object.values(answers)).toEqual(calls.map(() => 200))
    const pay = { endpoint: 'customPay', method: 'POST', path: '/payments/v2/pay' } as const
    for (const paymentMode of MODES) {
      const call = { ...pay, merchantOrderId: `order-${paymentMode}` }
      const reply = await ask(curlOf(call, HERE, { paymentMode }), granted.access_token)
      const sealed =
        paymentMode === 'CARD' ? 'encryptedCardNumber' : paymentMode === 'TOKEN' ? 'encryptedToken' : undefined
      // Everything is in its place but the ciphertext, which nobody can make up.
      const expected =
        sealed === undefined
          ? { state: 'PENDING' }
          : { message: expect.stringContaining(`${sealed} could not be decrypted`) }
      expect([paymentMode, await reply.json()]).toMatchObject([paymentMode, expected])
    }
    await sandbox.close()
  })

  it('keeps whatever an id holds inside its quotes', () => {
    for (const call of loggedCalls(NASTY)) {
      if (call.endpoint === 'token') continue
      const { url, init } = requestOf(shell(curlOf(call, HERE), { GALLA_TOKEN: 'the token' }).curl)
      expect(url).toBe(`http://127.0.0.1:4500${call.path}`)
      expect(init.headers).toContainEqual(['Authorization', 'O-Bearer the token'])
      if (call.merchantOrderId !== undefined && call.method === 'POST') {
        expect(JSON.parse(String(init.body))).toMatchObject({ merchantOrderId: NASTY })
      }
    }
  })

  it('carries no secret, only the names of shell variables', () => {
    const [call] = loggedCalls('order-42')
    if (!call) throw new Error('no call')
    expect(curlOf(call, HERE)).toContain('"client_secret=$GALLA_CLIENT_SECRET"')
    expect(curlOf({ ...call, endpoint: 'standardPay' }, HERE)).toContain('O-Bearer $GALLA_TOKEN')
  })

  it('says which values the log does not hold, and that an order id is good once', () => {
    const pay = {
      endpoint: 'standardPay',
      method: 'POST',
      path: '/checkout/v2/pay',
      merchantOrderId: 'order-42',
    } as const
    expect(curlOf(pay, HERE).split('\n').slice(0, 2)).toEqual([
      '# The log keeps no secret, no payer and no card. Put the real values in: amount, redirectUrl.',
      '# An order id can be used once. To open another order, change merchantOrderId.',
    ])
    const status = {
      endpoint: 'refundStatus',
      method: 'GET',
      path: '/payments/v2/refund/r-1/status',
      merchantRefundId: 'r-1',
    } as const
    expect(curlOf(status, HERE)).toMatch(/^curl /)
  })

  it('brings the token into the shell', () => {
    const script = `${tokenCurl(HERE)}printf '%s' "$GALLA_TOKEN"`
    const reply = JSON.stringify({ access_token: 'eyJ.a-b.c', token_type: 'O-Bearer' })
    const { curl, output } = shell(script, SECRETS, reply)
    expect(output).toBe('eyJ.a-b.c')
    expect(new URLSearchParams(String(requestOf(curl).init.body)).get('client_secret')).toBe(
      SECRETS.GALLA_CLIENT_SECRET,
    )
  })

  it.each(['SANDBOX', 'PRODUCTION'] as const)('goes to the hosts that the client calls in %s', async (environment) => {
    const asked: string[] = []
    const galla = new Galla({
      clientId: 'tea-stall',
      clientSecret: 'any',
      clientVersion: 1,
      environment,
      fetch: async (url) => {
        asked.push(String(url))
        return Response.json({ access_token: 'x', expires_at: 4_102_444_800, token_type: 'O-Bearer' })
      },
    })
    await galla.refunds.getStatus({ merchantRefundId: 'refund-1' })
    const sealed: CardDetails = {
      encryptedCardNumber: 'x',
      encryptedCvv: 'x',
      encryptionKeyId: 1,
      expiry: { month: '12', year: '2030' },
    }
    const card = { type: 'CARD', cardDetails: sealed } as const
    const order = { merchantOrderId: 'order-1', amount: paise(100), redirectUrl: 'https://shop.example/thanks' }
    await galla.customCheckout.pay({ ...order, paymentMode: card })
    const target = { environment }
    expect(asked).toEqual([
      `${baseOf(target, 'identity')}/v1/oauth/token`,
      `${baseOf(target, 'pg')}/payments/v2/refund/refund-1/status`,
      `${baseOf(target, 'cards')}/payments/v2/pay`,
    ])
  })
})
