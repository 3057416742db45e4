import { expect, it } from 'vitest'
import { failingParcels } from './failing-parcels.mjs'

const ORDER = { merchantOrderId: 'o-1', reference: 'guide-failing-handler-1' }

function atTimes() {
  let nowMs = 1_000_000
  const send = failingParcels(() => nowMs)
  return (afterMs: number, order = ORDER) => {
    nowMs += afterMs
    return () => send(order)
  }
}

it('refuses every attempt of the gateway, and takes the one that a person asks for', () => {
  const after = atTimes()
  for (const ms of [0, 1_000, 5_000]) expect(after(ms)).toThrow('Press Retry now')
  expect(after(10_000)).not.toThrow()
})

it('takes the fifth attempt, when none was asked for', () => {
  const after = atTimes()
  for (const ms of [0, 1_200, 5_200, 30_200]) expect(after(ms)).toThrow()
  expect(after(120_200)).not.toThrow()
})

it('takes all other orders', () => {
  expect(atTimes()(0, { merchantOrderId: 'o-2', reference: 'cart-1' })).not.toThrow()
})
