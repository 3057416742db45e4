import * as contract from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import * as sdk from '../src/index.ts'

describe('money functions of the package', () => {
  it('are those of the contract', () => {
    expect([sdk.inr, sdk.paise, sdk.formatInr]).toEqual([contract.inr, contract.paise, contract.formatInr])
  })

  it('convert and format rupees', () => {
    expect(sdk.inr('1,499.50')).toBe(149_950)
    expect(sdk.paise(149_950)).toBe(149_950)
    expect(sdk.formatInr(sdk.inr('1,49,950'))).toBe('₹1,49,950.00')
  })
})
