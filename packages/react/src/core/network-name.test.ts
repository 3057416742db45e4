import { expect, it } from 'vitest'
import { networkName } from './network-name.ts'

it('networkName returns the display name, and an unknown network unchanged', () => {
  expect(networkName('RUPAY')).toBe('RuPay')
  expect(networkName('MASTER_CARD')).toBe('Mastercard')
  expect(networkName('JCB')).toBe('JCB')
})
