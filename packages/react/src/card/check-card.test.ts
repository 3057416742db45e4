import { describe, expect, it } from 'vitest'
import { checkCard } from './check-card.ts'

const now = Date.parse('2026-11-20T12:00:00+05:30')

describe('checkCard', () => {
  it('finds nothing wrong with a good card', () => {
    expect(checkCard({ number: '4208 5851 9011 6667', expiry: '06 / 27', cvv: '508' }, now)).toEqual({})
  })

  it('asks for four digits on the front of an American Express card', () => {
    expect(checkCard({ number: '3782 822463 10005', expiry: '12/30', cvv: '508' }, now)).toEqual({ cvv: { digits: 4 } })
  })

  it('refuses a network that may not pay, before anything else about the number', () => {
    const card = { number: '3782 822463 10005', expiry: '12/30', cvv: '5080' }
    expect(checkCard(card, now, ['VISA', 'RUPAY'])).toEqual({ number: 'not-taken' })
    expect(checkCard(card, now, ['VISA', 'AMEX'])).toEqual({})
    expect(checkCard({ ...card, number: '3782' }, now, ['VISA'])).toEqual({ number: 'not-taken' })
  })

  it('names every field that is wrong, in the order of the form, and repeats nothing that was typed', () => {
    const faults = checkCard({ number: '4208 5851 9011 6668', expiry: '10/26', cvv: '50' }, now)
    expect(faults).toEqual({ number: 'wrong', expiry: 'expired', cvv: { digits: 3 } })
    expect(Object.keys(faults)).toEqual(['number', 'expiry', 'cvv'])
    expect(JSON.stringify(faults)).not.toMatch(/4208|6668|50/)
  })
})
