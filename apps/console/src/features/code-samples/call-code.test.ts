import { paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { loggedCalls, MODES, SPECIAL_CHARACTERS } from '../../../test/helpers/logged-calls.ts'
import { compile, writePrograms } from '../../../test/helpers/programs.ts'
import { callCode } from './call-code.ts'

const HERE = { environment: 'SANDBOX', sandboxUrl: 'http://127.0.0.1:4500' } as const

const compileErrors = (programs: readonly string[]) =>
  compile(writePrograms('console-code', Object.fromEntries(programs.map((program, at) => [`${at}.ts`, program]))))

describe('callCode', () => {
  it('compiles against the SDK for every endpoint, every payment mode and ids with special characters', () => {
    const calls = [...loggedCalls('order-42'), ...loggedCalls(SPECIAL_CHARACTERS)]
    const bare = calls.map((call) => callCode(call, HERE))
    const full = calls.map((call) =>
      callCode(
        call,
        { environment: 'PRODUCTION' },
        { amount: paise(49_900), originalMerchantOrderId: SPECIAL_CHARACTERS },
      ),
    )
    const pay = {
      endpoint: 'customPay',
      method: 'POST',
      path: '/payments/v2/pay',
      merchantOrderId: 'order-42',
    } as const
    const modes = MODES.map((paymentMode) => callCode(pay, HERE, { paymentMode }))
    expect(compileErrors([...bare, ...full, ...modes])).toBe('')
  })

  it('does not compile with an amount that is not Paise', () => {
    const refund = { endpoint: 'refund', method: 'POST', path: '/payments/v2/refund' } as const
    const wrong = callCode(refund, HERE).replace('paise(100)', '100').replace(', paise', '')
    expect(compileErrors([wrong])).toMatch(/amount|Paise/)
  })

  it('uses ids and flags of the log and known amounts, and marks other values as examples', () => {
    const pay = {
      endpoint: 'standardPay',
      method: 'POST',
      path: '/checkout/v2/pay',
      merchantOrderId: 'order-42',
    } as const
    expect(
      callCode(pay, HERE, { amount: paise(49_900) }),
    ).toContain(`const response = await galla.standardCheckout.pay({
  merchantOrderId: 'order-42',
  amount: paise(49900),
  redirectUrl: 'https://shop.example/thanks', // not in the log
})`)
    const status = {
      endpoint: 'customOrderStatus',
      method: 'GET',
      path: '/payments/v2/order/order-42/status?details=true',
      merchantOrderId: 'order-42',
    } as const
    expect(callCode(status, HERE)).toContain(`galla.customCheckout.getOrderStatus({
  merchantOrderId: 'order-42',
  details: true,
})`)
  })

  it('contains no secret, and a host for the sandbox only', () => {
    const [call] = loggedCalls('order-42')
    if (!call) throw new Error('no call')
    expect(callCode(call, HERE)).toContain("hosts: 'http://127.0.0.1:4500'")
    expect(callCode(call, { environment: 'PRODUCTION' })).not.toContain('hosts')
    expect(callCode(call, HERE)).toContain('process.env.GALLA_CLIENT_SECRET')
  })
})
