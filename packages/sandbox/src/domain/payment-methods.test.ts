import type { PaymentModeConfig, PaymentModeRule } from '@galla/contract/provider/requests'
import { describe, expect, test } from 'vitest'
import { SAVED_CARDS } from './cards.ts'
import { paymentMethodsFor } from './payment-methods.ts'

const TPV = [{ type: 'ACCOUNT', accountNumber: '1234', ifsc: 'ICIC0000001' }] as const
const methods = (config?: PaymentModeConfig, constraints?: typeof TPV) =>
  paymentMethodsFor({
    restrictions: { ...(config && { paymentModeConfig: config }), ...(constraints && { constraints }) },
    collectAllowed: true,
    encryption: { keyId: 1, publicKeyPem: '' },
    savedCards: SAVED_CARDS,
  })
const enabled = (...rules: PaymentModeRule[]) => methods({ version: 'V2', enabledPaymentModes: rules })
const disabled = (...rules: PaymentModeRule[]) => methods({ version: 'V2', disabledPaymentModes: rules })
const flows = ({ upi }: ReturnType<typeof methods>) =>
  upi && { qr: upi.qr, intent: upi.intent, collect: upi.collect.allowed }
const appsOf = ({ upi }: ReturnType<typeof methods>) => upi?.apps.map((app) => app.id)

test('without restrictions, all methods are offered', () => {
  const all = methods()
  expect(Object.keys(all).sort()).toEqual(['cards', 'netBanking', 'savedCards', 'upi'])
  expect(all.cards?.networks).toEqual(['VISA', 'MASTER_CARD', 'RUPAY', 'AMEX', 'DINERS_CLUB'])
  expect(all.upi?.instruments).toEqual(['BANK_ACCOUNT', 'RUPAY_CC', 'CREDIT_LINE'])
  expect(appsOf(all)).toContain('others')
})

test('an account constraint removes cards and credit behind a UPI id', () => {
  expect(methods(undefined, TPV)).not.toHaveProperty('cards')
  expect(methods(undefined, TPV)).not.toHaveProperty('savedCards')
  expect(methods(undefined, TPV).upi?.instruments).toEqual(['BANK_ACCOUNT'])
  const credit = { version: 'V2', enabledPaymentModes: [{ type: 'UPI', instruments: ['RUPAY_CC'] }] } as const
  expect(methods(credit, TPV)).toEqual({})
})

describe('V1', () => {
  test('has only the enabled modes', () => {
    const config = { enabledPaymentModes: [{ type: 'UPI_QR' }, { type: 'CARD', cardTypes: ['DEBIT_CARD'] }] }
    expect(flows(methods(config))).toEqual({ qr: true, intent: false, collect: false })
    expect(methods(config).cards?.types).toEqual(['DEBIT_CARD'])
    expect(methods(config).savedCards?.map((card) => card.last4)).toEqual(['4242', '5100'])
    expect(methods(config).netBanking).toBeUndefined()
  })

  test('has all modes but the disabled ones', () => {
    const config = { disabledPaymentModes: [{ type: 'NET_BANKING' }, { type: 'UPI_COLLECT' }] }
    expect(flows(methods(config))).toEqual({ qr: true, intent: true, collect: false })
    expect(methods(config).netBanking).toBeUndefined()
    expect(methods(config).cards?.types).toHaveLength(2)
  })

  test('ignores the dimensions and names of V2', () => {
    const config = { enabledPaymentModes: [{ type: 'UPI' }, { type: 'CARD', networks: ['VISA'] }] }
    expect(methods(config)).not.toHaveProperty('upi')
    expect(methods(config).cards?.networks).toHaveLength(5)
  })
})

describe('V2', () => {
  test('an omitted dimension matches every value, and only the first rule of a type counts', () => {
    const only = enabled({ type: 'UPI', apps: ['gpay'] }, { type: 'UPI', flows: ['QR'] })
    expect(flows(only)).toEqual({ qr: true, intent: true, collect: true })
    expect(appsOf(only)).toEqual(['gpay'])
  })

  test('all dimensions of a rule must match', () => {
    const { cards } = enabled({ type: 'CARD', types: ['CREDIT_CARD'], networks: ['AMEX', 'VISA'] })
    expect(cards).toMatchObject({ types: ['CREDIT_CARD'], networks: ['VISA', 'AMEX'] })
    const less = disabled({ type: 'CARD', types: ['CREDIT_CARD'], networks: ['AMEX'] })
    expect(less.cards).toMatchObject({ types: ['CREDIT_CARD', 'DEBIT_CARD'] })
    expect(less.cards?.networks).toContain('AMEX')
    expect(disabled({ type: 'CARD', networks: ['AMEX'] }).cards?.networks).not.toContain('AMEX')
  })

  test('saved cards that the order does not accept are left out', () => {
    const last4s = (rule: PaymentModeRule) => enabled(rule).savedCards?.map((card) => card.last4)
    expect(last4s({ type: 'CARD', networks: ['MASTER_CARD'] })).toEqual(['5100'])
    expect(last4s({ type: 'CARD', variants: ['CORPORATE'] })).toEqual([])
    expect(last4s({ type: 'CARD', geoScopes: ['INTERNATIONAL'] })).toEqual([])
  })

  test('instruments are limited behind a UPI id', () => {
    expect(enabled({ type: 'UPI', instruments: ['CREDIT_LINE', 'RUPAY_CC'] }).upi?.instruments).toEqual([
      'RUPAY_CC',
      'CREDIT_LINE',
    ])
    expect(disabled({ type: 'UPI', instruments: ['BANK_ACCOUNT', 'RUPAY_CC', 'CREDIT_LINE'] })).not.toHaveProperty(
      'upi',
    )
  })

  test('disabling apps keeps UPI, and others stands for every unnamed app', () => {
    const less = disabled({ type: 'UPI', apps: ['gpay', 'others'] })
    expect(flows(less)).toEqual({ qr: true, intent: true, collect: true })
    expect(appsOf(less)).not.toContain('gpay')
    expect(appsOf(less)).not.toContain('others')
    expect(appsOf(enabled({ type: 'UPI', apps: ['others'] }))).toEqual(['others'])
  })

  test.each<[string, PaymentModeRule]>([
    ['a name of V1', { type: 'UPI_QR' }],
    ['a value in other letters', { type: 'CARD', types: ['credit_card'] }],
    ['a network without its underscore', { type: 'CARD', networks: ['MASTERCARD'] }],
    ['an app in capitals', { type: 'UPI', apps: ['GPAY'] }],
    ['an empty list', { type: 'CARD', networks: [] }],
    ['a mode that the page does not show', { type: 'WALLET' }],
  ])('%s matches nothing', (_, rule) => expect(enabled(rule)).toEqual({}))

  test('an empty list of modes enables nothing, or disables nothing', () => {
    expect(enabled()).toEqual({})
    expect(Object.keys(disabled()).sort()).toEqual(['cards', 'netBanking', 'savedCards', 'upi'])
  })

  test('disables banks by their V2 codes, and single flows', () => {
    const less = disabled({ type: 'NET_BANKING', banks: ['HDFC', 'UCOBANK'] }, { type: 'UPI', flows: ['COLLECT'] })
    expect(flows(less)).toEqual({ qr: true, intent: true, collect: false })
    const ids = less.netBanking?.banks.map((bank) => bank.bankId)
    expect(ids).not.toContain('HDFC')
    expect(ids).not.toContain('UCBA')
    expect(ids).toContain('ICIC')
    expect(enabled({ type: 'NET_BANKING', banks: ['UCBA'] })).toEqual({})
  })
})
