import { describe, expect, it } from 'vitest'
import { disagreements } from './agree.mjs'

const provider = { 'order state': 'COMPLETED', 'order amount': 49_900 }

describe('witnesses of a payment', () => {
  it('agree when all say the same, each of what it knows', () => {
    expect(disagreements({ provider, callback: { 'order state': 'COMPLETED' }, sdk: provider })).toEqual([])
  })

  it('disagree by fact, with everyone’s word', () => {
    expect(disagreements({ provider, sdk: { ...provider, 'order amount': 49_901 } })).toEqual([
      'order amount differs: provider: 49900, sdk: 49901',
    ])
  })

  it('do not agree by silence', () => {
    expect(disagreements({ provider: { 'refund state': undefined }, sdk: { 'refund state': 'COMPLETED' } })).toEqual([
      'refund state is confirmed by nobody: sdk: COMPLETED',
    ])
  })
})
