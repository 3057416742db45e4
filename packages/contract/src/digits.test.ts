import { describe, expect, it } from 'vitest'
import { latinDigits, typedText } from './digits.ts'

describe('latinDigits', () => {
  it.each([
    ['Devanagari', '०१२३४५६७८९'],
    ['Bengali', '০১২৩৪৫৬৭৮৯'],
    ['Gurmukhi', '੦੧੨੩੪੫੬੭੮੯'],
    ['Gujarati', '૦૧૨૩૪૫૬૭૮૯'],
    ['Odia', '୦୧୨୩୪୫୬୭୮୯'],
    ['Tamil', '௦௧௨௩௪௫௬௭௮௯'],
    ['Telugu', '౦౧౨౩౪౫౬౭౮౯'],
    ['Kannada', '೦೧೨೩೪೫೬೭೮೯'],
    ['Malayalam', '൦൧൨൩൪൫൬൭൮൯'],
  ])('reads the ten digits of %s', (_, digits) => {
    expect(latinDigits(digits)).toBe('0123456789')
  })

  it('leaves everything that is no digit', () => {
    expect(latinDigits('आशा 98@ybl ½ ②')).toBe('आशा 98@ybl ½ ②')
  })
})

describe('typedText', () => {
  it('changes the digits of fields that a machine reads, and of no other field', () => {
    expect(typedText('९८', 'numeric')).toBe('98')
    expect(typedText('९८@ybl', 'email')).toBe('98@ybl')
    expect(typedText('घर ९८', undefined)).toBe('घर ९८')
  })
})
