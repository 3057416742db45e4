import { describe, expect, it } from 'vitest'
import { errorFields } from './error-fields.ts'

/** An error with the stack that code at these places would have. */
function thrownAt(places: readonly string[], error: Error = new Error('secret of susheela@ybl')): Error {
  error.stack = `${error.name}: ${error.message}\n${places.map((place) => `    at ${place}`).join('\n')}`
  return error
}

describe('errorFields', () => {
  it('names the class and the line that threw, without the message', () => {
    const error = thrownAt(['printLabel (file:///srv/tea%20stall/handlers.mjs:12:9)'], new TypeError('x of susheela'))
    expect(errorFields(error)).toEqual({ error: 'TypeError', at: '/srv/tea stall/handlers.mjs:12:9' })
  })

  it.each([
    ['a path with a space', ['fulfil (/srv/tea stall/handlers.js:3:1)'], '/srv/tea stall/handlers.js:3:1'],
    ['a path of Windows', ['async C:\\shop\\handlers.js:3:1'], 'C:\\shop\\handlers.js:3:1'],
    ['no function', ['file:///srv/handlers.mjs:3:1'], '/srv/handlers.mjs:3:1'],
    [
      'a library that threw',
      ['node:net:1:1', 'Socket.x (node:net:2:2)', 'send (/srv/node_modules/mailer/i.js:1:1)', 'f (/srv/h.js:9:2)'],
      '/srv/h.js:9:2',
    ],
  ])('finds the line of the merchant: %s', (_, places, at) => {
    expect(errorFields(thrownAt(places))).toEqual({ error: 'Error', at })
  })

  it.each(['ECONNREFUSED', '23505', 'ERR_ASSERTION'])('has the code %s', (code) => {
    expect(errorFields(thrownAt([], Object.assign(new Error('x'), { code })))).toEqual({ error: 'Error', reason: code })
  })

  it.each<[string, unknown]>([
    ['a message with a line like a place', thrownAt([], new Error('no\n    at susheela (/card/4242424242424242:1:1)'))],
    ['a stack with another message', Object.assign(new Error('a'), { stack: 'b\n    at /card/4242:1:1' })],
    ['a name that is a sentence', Object.assign(thrownAt([]), { name: 'Refused susheela@ybl' })],
    ['a code that is a secret', Object.assign(thrownAt([]), { code: 'whsec_c3VzaGVlbGE' })],
    ['a stack that cannot be read', Object.defineProperty(new Error('x'), 'stack', { get: () => Error.call })],
  ])('shows nothing of %s', (_, error) => {
    expect(errorFields(error)).toEqual({ error: 'Error' })
  })

  it.each([undefined, null, 'susheela@ybl', { name: 'susheela' }])('says of %j that it is no error', (thrown) => {
    expect(errorFields(thrown)).toEqual({ error: 'no Error was thrown' })
  })

  it('survives an error whose fields throw', () => {
    const error = new Proxy(new Error('x'), {
      get() {
        throw new Error('no')
      },
    })
    expect(errorFields(error)).toEqual({ error: 'Error' })
  })
})
