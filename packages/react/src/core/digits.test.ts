import { expect, it } from 'vitest'
import { asciiDigits } from './digits.ts'

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
])('the digits of %s become 0 to 9', (_, digits) => {
  expect(asciiDigits(digits)).toBe('0123456789')
})

it('only digits are replaced', () => {
  const letters = Array.from({ length: 0xe00 }, (_, code) => String.fromCharCode(code)).filter(
    (letter) => !/\p{Nd}/u.test(letter),
  )
  expect(asciiDigits(letters.join(''))).toBe(letters.join(''))
  expect(asciiDigits('९८७ asha.९@ybl')).toBe('987 asha.9@ybl')
})
