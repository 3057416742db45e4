import { expect, it } from 'vitest'
import { checkFileName } from './imported-files.ts'

it.each(['november.csv', 'नवंबर २०२६.csv', 'क्\u200dष.csv'])('the file name %j is accepted', (name) => {
  expect(() => checkFileName(name)).not.toThrow()
})

it.each([
  ['that turns the direction of the text beside it', 'november\u202evsc.exe'],
  ['with an isolate that is not closed', 'november\u2067.csv'],
  ['of two lines', 'november\u2028.csv'],
  ['with a control character', 'november\u001b[2J.csv'],
  ['with half a surrogate pair', 'november\ud83d.csv'],
  ['that cannot be seen', '\u200b\u2800'],
  ['that is longer than 200 characters', 'n'.repeat(201)],
  ['that is no text', 7],
])('a file name %s is refused', (_, name) => {
  expect(() => checkFileName(name)).toThrow('name must ')
})
