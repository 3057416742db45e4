import type { PaymentModeConfig } from '@galla/contract/provider/requests'
import { describe, expect, test } from 'vitest'
import { offersFor } from './offers.ts'

const offers = (config?: PaymentModeConfig, accountOnly = false) =>
  offersFor({ config, accountOnly, collectAllowed: true, encryption: { keyId: 1, publicKeyPem: '' }, savedCards: [] })
const flows = (config: PaymentModeConfig) => {
  const { upi } = offers(config)
  return upi && { qr: upi.qr, intent: upi.intent, collect: upi.collect.allowed }
}

test('without a configuration everything is offered', () => {
  expect(Object.keys(offers()).sort()).toEqual(['cards', 'netBanking', 'savedCards', 'upi'])
})

test('an order that demands one account offers no cards', () => {
  expect(offers(undefined, true)).not.toHaveProperty('cards')
})

describe('V1', () => {
  test('only what is enabled', () => {
    const config = { enabledPaymentModes: [{ type: 'UPI_QR' }, { type: 'CARD', cardTypes: ['DEBIT_CARD'] }] }
    expect(flows(config)).toEqual({ qr: true, intent: false, collect: false })
    expect(offers(config).cards?.types).toEqual(['DEBIT_CARD'])
    expect(offers(config).netBanking).toBeUndefined()
  })

  test('all but what is disabled', () => {
    const config = { disabledPaymentModes: [{ type: 'NET_BANKING' }, { type: 'UPI_COLLECT' }] }
    expect(flows(config)).toEqual({ qr: true, intent: true, collect: false })
    expect(offers(config).netBanking).toBeUndefined()
    expect(offers(config).cards?.types).toHaveLength(2)
  })
})

describe('V2', () => {
  test('an omitted dimension means all of it; only the first object of a type counts', () => {
    const modes = [
      { type: 'UPI', apps: ['gpay'] },
      { type: 'UPI', flows: ['QR'] },
    ]
    const config: PaymentModeConfig = { version: 'V2', enabledPaymentModes: modes }
    expect(flows(config)).toEqual({ qr: true, intent: true, collect: true })
    expect(offers(config).upi?.apps.map((app) => app.id)).toEqual(['gpay'])
  })

  test('names of V1 and wrong spellings match nothing', () => {
    expect(offers({ version: 'V2', enabledPaymentModes: [{ type: 'UPI_QR' }] })).toEqual({})
    expect(offers({ version: 'V2', enabledPaymentModes: [{ type: 'CARD', types: ['CREDIT'] }] })).toEqual({})
  })

  test('banks and flows can be taken away one by one', () => {
    const config: PaymentModeConfig = {
      version: 'V2',
      disabledPaymentModes: [
        { type: 'NET_BANKING', banks: ['HDFC'] },
        { type: 'UPI', flows: ['COLLECT'] },
      ],
    }
    expect(flows(config)).toEqual({ qr: true, intent: true, collect: false })
    expect(offers(config).netBanking?.banks.map((bank) => bank.bankId)).not.toContain('HDFC')
    expect(offers(config).netBanking?.banks.map((bank) => bank.bankId)).toContain('ICIC')
  })
})
