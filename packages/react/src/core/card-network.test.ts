import { describe, expect, it } from 'vitest'
import { detectCardBrand } from './card-network.ts'

describe('detectCardBrand', () => {
  it.each([
    ['4', 'VISA'],
    ['4208585190116667', 'VISA'],
    ['5105105105105100', 'MASTER_CARD'],
    ['2221000000000009', 'MASTER_CARD'],
    ['2720999999999999', 'MASTER_CARD'],
    ['6074820000000009', 'RUPAY'],
    ['6521500000000006', 'RUPAY'],
    ['8172000000000000', 'RUPAY'],
    ['508500', 'RUPAY'],
    ['508499', 'MAESTRO'],
    ['81', 'RUPAY'],
    ['34', 'AMEX'],
    ['378282246310005', 'AMEX'],
    ['36', 'DINERS_CLUB'],
    ['30569309025904', 'DINERS_CLUB'],
  ])('detects %s as %s', (digits, network) => {
    expect(detectCardBrand(digits)?.network).toBe(network)
  })

  it.each(['', '6', '60', '3', '508', '2220999', '2721000', '9'])(
    'returns undefined for %s, which fits several networks or none',
    (digits) => {
      expect(detectCardBrand(digits)).toBeUndefined()
    },
  )

  it('returns the length of the CVV', () => {
    expect(detectCardBrand('37')?.cvvLength).toBe(4)
    expect(detectCardBrand('6521500')?.cvvLength).toBe(3)
  })
})
