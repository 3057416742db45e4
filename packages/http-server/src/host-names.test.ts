import { expect, it } from 'vitest'
import { isBindable, isHost } from './host-names.ts'

it.each(['galla', 'GALLA.internal:4600', 'galla.', 'a-b.c1', '10.0.0.5', '10.0.0.5:80'])(
  'isHost is true for %s',
  (text) => expect(isHost(text)).toBe(true),
)

it.each([
  '',
  '.',
  '-',
  'a..b',
  '-a',
  'a-',
  '*',
  'a b',
  'a/b',
  'u@a',
  'galla:99999',
  'galla:',
  ':80',
  '[::1]',
  'xn--a',
  '1.1.1.256',
])('isHost is false for %j', (text) => expect(isHost(text)).toBe(false))

it.each(['127.0.0.1', '0.0.0.0', '::', '::1', 'fe80::1%eth0', 'localhost', 'app.internal'])(
  'isBindable is true for %s',
  (text) => expect(isBindable(text)).toBe(true),
)

it.each(['', '0', '00', '0x0', '0.0.0', '127.1', '2130706433', 'localhost:80', '[::1]', '*'])(
  'isBindable is false for %j',
  (text) => expect(isBindable(text)).toBe(false),
)
