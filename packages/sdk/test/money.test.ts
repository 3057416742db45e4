import * as contract from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import * as door from '../src/index.ts'

describe('money at the door', () => {
  it('is the contract’s own', () => {
    expect([door.inr, door.paise, door.formatInr]).toEqual([contract.inr, contract.paise, contract.formatInr])
  })

  it('reads and writes rupees', () => {
    expect(door.inr('1,499.50')).toBe(149_950)
    expect(door.paise(149_950)).toBe(149_950)
    expect(door.formatInr(door.inr('1,49,950'))).toBe('₹1,49,950.00')
  })
})
