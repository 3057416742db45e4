import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { isError } from './is-error.ts'

describe('isError', () => {
  it.each<[string, unknown]>([
    ['an error', new Error('x')],
    ['an error of a class of its own', new (class Own extends TypeError {})('x')],
    ['an error of another realm', runInNewContext(`new RangeError('x')`)],
    ['a DOMException', new DOMException('x', 'AbortError')],
    ['an object with the prototype of an error', Object.create(Error.prototype)],
  ])('recognises %s', (_what, value) => expect(isError(value)).toBe(true))

  it.each<[string, unknown]>([
    ['a text', 'Error: x'],
    ['null', null],
    ['undefined', undefined],
    ['an object with a message', { name: 'Error', message: 'x' }],
    ['an object of another realm', runInNewContext(`({ message: 'x' })`)],
  ])('recognises no error in %s', (_what, value) => expect(isError(value)).toBe(false))
})
