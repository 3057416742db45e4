import { expect, it } from 'vitest'
import { readPreviewMessage } from './messages.ts'

const editor = {}
const expected = { origin: 'http://127.0.0.1:4500', source: editor }
const sent = { data: { appearance: { accentColor: '#07c' } }, origin: 'http://127.0.0.1:4500', source: editor }

it('reads the editor’s message', () => expect(readPreviewMessage(sent, expected)).toEqual({ accentColor: '#07c' }))

it.each([
  ['another origin', { ...sent, origin: 'https://evil.example' }],
  ['another window', { ...sent, source: {} }],
  ['no appearance', { ...sent, data: 'appearance' }],
  ['an invalid appearance', { ...sent, data: { appearance: { accentColor: '#fff}body{' } } }],
])('ignores a message with %s', (_, message) => expect(readPreviewMessage(message, expected)).toBeUndefined())
