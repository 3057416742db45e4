import { expect, it } from 'vitest'
import { networkName, paidCardName } from './network-name.ts'

it('networkName returns the display name, and an unknown network unchanged', () => {
  expect(networkName('RUPAY')).toBe('RuPay')
  expect(networkName('MASTER_CARD')).toBe('Mastercard')
  expect(networkName('JCB')).toBe('JCB')
})

it('paidCardName names what the provider reports of a card', () => {
  expect(paidCardName({ network: 'RUPAY', last4: '0009' })).toBe('RuPay •••• 0009')
  expect(paidCardName({ last4: '0009' })).toBe('•••• 0009')
  expect(paidCardName({ network: 'VISA' })).toBe('Visa')
})
