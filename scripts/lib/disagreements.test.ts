import { describe, expect, it } from 'vitest'
import { disagreements } from './disagreements.mjs'

const provider = { 'order state': 'COMPLETED', 'order amount': 49_900 }

describe('disagreements', () => {
  it('are none when every source says the same of what it knows', () => {
    expect(disagreements({ provider, callback: { 'order state': 'COMPLETED' }, sdk: provider })).toEqual([])
  })

  it('name the field and the value of every source', () => {
    expect(disagreements({ provider, sdk: { ...provider, 'order amount': 49_901 } })).toEqual([
      'order amount differs: provider: 49900, sdk: 49901',
    ])
  })

  it('include a field that only one source knows', () => {
    expect(disagreements({ provider: { 'refund state': undefined }, sdk: { 'refund state': 'COMPLETED' } })).toEqual([
      'refund state has fewer than two sources: sdk: COMPLETED',
    ])
  })
})
