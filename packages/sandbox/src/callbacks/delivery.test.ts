import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { describeError } from './delivery.ts'

it.each<[string, unknown, string]>([
  ['an error', new Error('fetch failed'), 'fetch failed'],
  ['its cause', new Error('fetch failed', { cause: new Error('bad port') }), 'fetch failed: bad port'],
  [
    'the code of its cause',
    new Error('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) }),
    'fetch failed: ECONNREFUSED',
  ],
  [
    'an error of another realm',
    runInNewContext(
      `new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) })`,
    ),
    'fetch failed: ECONNREFUSED',
  ],
  ['no error', 'x', 'the receiver failed'],
])('a failed delivery is described by %s', (_what, error, text) => expect(describeError(error)).toBe(text))
