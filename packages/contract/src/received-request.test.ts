import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import {
  isBase64OfObject,
  readHeader,
  readHeaders,
  readRequest,
  readWhole,
  type UnreadableField,
} from './received-request.ts'

const ODD_CASE = new Map([['X-Key-Id', 'k1']])

describe('a header', () => {
  it.each<[string, unknown]>([
    ['a web Headers', new Headers({ 'X-Key-Id': 'k1' })],
    ['an object with names in lower case, as in Node', { 'x-key-id': 'k1' }],
    ['an object with names in any case', { 'X-KEY-ID': 'k1' }],
    ['an object of lists, as multiValueHeaders', { 'X-Key-Id': ['k1'] }],
    ['an object without a prototype', Object.assign(Object.create(null), { 'x-key-id': 'k1' })],
    ['an object with a header named get', { get: 'something', 'x-key-id': 'k1' }],
    ['an object that only looks up', { get: (name: string) => (name === 'x-key-id' ? 'k1' : null) }],
    ['a Map with names in any case', ODD_CASE],
    [
      'a list of pairs',
      [
        ['Host', 'shop.example'],
        ['X-Key-Id', 'k1'],
      ],
    ],
    ['the rawHeaders of Node', ['Host', 'shop.example', 'X-Key-Id', 'k1']],
    ['rawHeaders that repeat it', ['X-Key-Id', 'k1', 'x-key-id', 'k1']],
    ['an object that repeats it in another case', { 'X-Key-Id': 'k1', 'x-key-id': ['k1', 'k1'] }],
  ])('is read from %s', (_from, headers) => {
    expect(readHeader(headers, 'x-key-id')).toBe('k1')
    expect(readHeaders(headers, ['x-key-id'])['x-key-id']).toBe('k1')
  })

  const TWICE = new Headers({ 'x-key-id': 'k1' })
  TWICE.append('X-Key-Id', 'k2')
  it.each<[string, unknown]>([
    ['a web Headers', TWICE],
    ['an object of lists', { 'X-Key-Id': ['k1', 'k2'] }],
    ['an object with names in several cases', { 'X-Key-Id': 'k1', 'x-key-id': 'k2' }],
    ['an object with names in several cases, the expected one first', { 'x-key-id': 'k1', 'X-Key-Id': 'k2' }],
    [
      'a Map with names in several cases',
      new Map([
        ['x-key-id', 'k1'],
        ['X-Key-Id', 'k2'],
      ]),
    ],
    [
      'pairs',
      [
        ['X-Key-Id', 'k1'],
        ['x-key-id', 'k2'],
      ],
    ],
    ['rawHeaders', ['X-Key-Id', 'k1', 'Host', 'shop.example', 'x-key-id', 'k2']],
  ])('has both of two values, as in a web Headers, when it is read from %s', (_from, headers) => {
    const value = readHeader(headers, 'x-key-id')
    expect(value?.split(', ').sort()).toEqual(['k1', 'k2'])
    expect(readHeaders(headers, ['x-key-id'])['x-key-id']?.split(', ').sort()).toEqual(['k1', 'k2'])
  })

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a text', 'x-key-id: k1'],
    ['an empty object', {}],
    ['a web Headers without it', new Headers()],
    ['an object with undefined', { 'x-key-id': undefined }],
    ['an object with a number', { 'x-key-id': 1 }],
    ['an object with an empty list', { 'x-key-id': [] }],
    ['a get that returns no text', { get: () => ({}) }],
    ['a list of other things', [1, ['x-key-id'], ['x-key-id', 1], null]],
    ['rawHeaders that end with a name', ['x-key-id']],
  ])('is missing in %s', (_from, headers) => {
    expect(readHeader(headers, 'x-key-id')).toBeUndefined()
    expect(readHeaders(headers, ['x-key-id'])).toEqual({})
  })

  it('may be empty, unlike a missing one', () => {
    expect(readHeader({ 'x-key-id': '' }, 'x-key-id')).toBe('')
  })
})

it('reads all headers under their names in lower case', () => {
  const headers = { Host: 'shop.example', Accept: ['a', 'b'], host: 'other.example', odd: 1 }
  expect(readHeaders(headers, [])).toEqual({ host: 'shop.example, other.example', accept: 'a, b' })
})

const readBody = (body: unknown, isBase64Encoded?: unknown) =>
  readRequest({ headers: {}, body, isBase64Encoded }, () => undefined).body
const faultOf = (headers: unknown) => readRequest({ headers }, () => undefined).headersFault

describe('headers', () => {
  it.each<[string, unknown]>([
    ['null, as of a request without any', null],
    ['an empty object', {}],
    ['an empty list', []],
    ['a Headers', new Headers()],
    ['pairs', [['a', 'b']]],
    ['rawHeaders', ['a', 'b']],
  ])('can be %s', (_what, headers) => expect(faultOf(headers)).toBeUndefined())

  it.each<[unknown, string]>([
    [undefined, 'is missing: pass the headers of the request'],
    ['authorization: x', 'is a string: pass'],
    [7, 'is a number: pass'],
    [['a', 'b', 'c'], 'is a list: pass'],
    [[{ key: 'a', value: 'b' }], 'is a list: pass'],
  ])('cannot be %j', (headers, problem) => {
    expect(faultOf(headers)).toEqual({ field: 'headers', problem: expect.stringContaining(problem) })
  })
})

const TEXT = '{"note":"चाय ☕"}'
const BYTES = new TextEncoder().encode(TEXT)
/** A view of which the text is a part. */
const within = Buffer.from(`xx${TEXT}yy`)
const part = [within.byteOffset + 2, BYTES.length] as const

const detached = (bytes: Uint8Array<ArrayBuffer>) => {
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] })
  return bytes
}
const thrower = (name: string) =>
  Object.defineProperty({}, name, {
    enumerable: true,
    get() {
      throw new Error('secret')
    },
  })

/** A request whose body was consumed. */
const readRequestBody = () => {
  const request = new Request('http://shop.example', { method: 'POST', body: TEXT })
  void request.text()
  return request
}
const fail = () => {
  throw new Error('secret')
}

describe('a request', () => {
  it.each<['headers' | 'body', string, unknown]>([
    ['headers', 'has a getter that throws', { headers: thrower('authorization'), body: '' }],
    ['headers', 'is given by a getter that throws', Object.assign(thrower('headers'), { body: '' })],
    [
      'headers',
      'has a get method that throws',
      {
        headers: {
          get() {
            throw new Error('secret')
          },
        },
        body: '',
      },
    ],
    ['body', 'is given by a getter that throws', Object.assign(thrower('body'), { headers: {} })],
  ])('whose %s %s cannot be read', (field, _how, received) => {
    const { headersFault, body } = readRequest(received, (headers) => readHeaders(headers, ['authorization']))
    const fault = { field, problem: expect.stringMatching(/^cannot be read: (?!.*secret)/) }
    expect({ headersFault, body }).toEqual(
      field === 'headers' ? { headersFault: fault, body: '' } : { headersFault: undefined, body: fault },
    )
  })

  it('is read once, with what was asked for', () => {
    const { headers, headersFault, body } = readRequest({ headers: { A: '1' }, body: TEXT }, (given) =>
      readHeader(given, 'a'),
    )
    expect({ headers, headersFault, body }).toEqual({ headers: '1', headersFault: undefined, body: TEXT })
  })
})

describe('a body', () => {
  it('is text as it is', () => expect(readBody(TEXT)).toBe(TEXT))

  it('is empty text when it is null', () => expect(readBody(null)).toBe(''))

  it.each<[string, unknown]>([
    ['bytes', BYTES],
    ['a Buffer', Buffer.from(TEXT)],
    ['a Buffer within a larger one', within.subarray(2, 2 + BYTES.length)],
    ['an ArrayBuffer', BYTES.buffer.slice(0)],
    ['a DataView', new DataView(within.buffer, ...part)],
    ['a Uint8ClampedArray', new Uint8ClampedArray(within.buffer, ...part)],
    ['a Buffer that went through JSON', JSON.parse(JSON.stringify(Buffer.from(TEXT)))],
    ['bytes of another realm', runInNewContext('Uint8Array.from(list)', { list: [...BYTES] })],
    ['an ArrayBuffer of another realm', runInNewContext('Uint8Array.from(list).buffer', { list: [...BYTES] })],
  ])('is read from %s', (_from, body) => {
    expect(new TextDecoder().decode(readBody(body) as Uint8Array)).toBe(TEXT)
  })

  it.each<[string, () => unknown]>([
    ['a Blob', () => new Blob([BYTES])],
    ['a File', () => new File([BYTES], 'body')],
    ['a web Request', () => new Request('http://shop.example', { method: 'POST', body: TEXT })],
    ['an object of a library that has arrayBuffer', () => ({ arrayBuffer: async () => Buffer.from(TEXT) })],
  ])('is read later from %s', async (_from, create) => {
    const body = readBody(create())
    expect(body).toMatchObject({ field: 'body', problem: 'can be read later only: pass await body.arrayBuffer()' })
    expect(new TextDecoder().decode((await readWhole(body)) as Uint8Array)).toBe(TEXT)
  })

  it('is decoded from a Blob of base64', async () => {
    const body = await readWhole(readBody(new Blob([Buffer.from(TEXT).toString('base64')]), true))
    expect(new TextDecoder().decode(body as Uint8Array)).toBe(TEXT)
  })

  it.each<[string, unknown]>([
    ['a Request that was read', readRequestBody()],
    ['a Blob that cannot be read', { arrayBuffer: () => Promise.reject(new Error('secret')) }],
    ['a Blob whose method throws', { arrayBuffer: () => fail() }],
  ])('cannot be %s', async (_what, body) => {
    expect(await readWhole(readBody(body))).toEqual({
      field: 'body',
      problem: expect.stringMatching(/^cannot be read(?!.*secret)/),
    })
  })

  it('cannot be a Blob that has something other than bytes', async () => {
    expect(await readWhole(readBody({ arrayBuffer: async () => 7 }))).toEqual({
      field: 'body',
      problem: expect.stringContaining('is a number'),
    })
  })

  it.each<[string, (bytes: Uint8Array<ArrayBuffer>) => unknown]>([
    ['bytes', (bytes) => bytes],
    ['a Buffer', (bytes) => Buffer.from(bytes.buffer)],
    ['an ArrayBuffer', (bytes) => bytes.buffer],
    ['a DataView', (bytes) => new DataView(bytes.buffer)],
  ])('is a copy of %s', (_from, view) => {
    const bytes = Uint8Array.from(BYTES)
    const read = readBody(view(bytes))
    bytes.fill(0)
    expect(new TextDecoder().decode(read as Uint8Array)).toBe(TEXT)
  })

  it.each<[string, unknown, string]>([
    ['an ArrayBuffer that was transferred', detached(Uint8Array.from(BYTES)).buffer, 'cannot be read'],
    ['bytes of an ArrayBuffer that was transferred', detached(Uint8Array.from(BYTES)), 'cannot be read'],
    ['an object whose getter throws', thrower('type'), 'cannot be read'],
    ['undefined', undefined, 'is missing: the body was already parsed, or not read. Pass the raw bytes'],
    ['a number', 7, 'is a number: the body'],
    ['a parsed object', JSON.parse(TEXT), 'is an object: the body'],
    ['a list', [1], 'is a list: the body'],
    ['a stream', new Request('http://shop.example', { method: 'POST', body: TEXT }).body, 'is a ReadableStream: the'],
    ['a Buffer through JSON with another number', { type: 'Buffer', data: [256] }, 'is an object: the body'],
    ['a Buffer through JSON without bytes', { type: 'Buffer' }, 'is an object: the body'],
  ])('cannot be %s', (_what, body, problem) => {
    expect(readBody(body)).toEqual({ field: 'body', problem: expect.stringContaining(problem) })
  })
})

describe('isBase64Encoded', () => {
  const encoded = Buffer.from(TEXT).toString('base64')

  it('decodes the text', () => {
    expect(new TextDecoder().decode(readBody(encoded, true) as Uint8Array)).toBe(TEXT)
    expect(new TextDecoder().decode(readBody(Buffer.from(encoded), true) as Uint8Array)).toBe(TEXT)
    expect(readBody(null, true)).toEqual(new Uint8Array())
  })

  it.each([false, undefined, null])('leaves the text as it is with %s', (isBase64Encoded) => {
    expect(readBody(encoded, isBase64Encoded)).toBe(encoded)
  })

  it.each<[string, unknown, unknown, string]>([
    ['a text that says true', encoded, 'true', 'must be true or false, and is a string'],
    ['true of text that is not encoded', TEXT, true, 'the body is not base64: the body is decoded already'],
    ['true of bytes', BYTES, true, 'the body is not base64: the body is decoded already'],
  ])('cannot be %s', (_what, body, isBase64Encoded, problem) => {
    expect(readBody(body, isBase64Encoded) as UnreadableField).toEqual({
      field: 'isBase64Encoded',
      problem: expect.stringContaining(problem),
    })
  })

  it.each(['{}', '{"a":1}', '{ "a": 1 }', '{\n  "a": "चाय"\n}'])('is recognised to be missing for %j', (text) => {
    expect(isBase64OfObject(Buffer.from(text).toString('base64'))).toBe(true)
    expect(isBase64OfObject(Buffer.from(Buffer.from(text).toString('base64')))).toBe(true)
    expect(isBase64OfObject(text)).toBe(false)
    expect(isBase64OfObject(Buffer.from(text))).toBe(false)
  })

  it.each(['', 'event', 'event=pg.order.completed', 'no JSON', Buffer.from('[1]').toString('base64')])(
    'is not recognised for %j',
    (text) => expect(isBase64OfObject(text)).toBe(false),
  )
})
