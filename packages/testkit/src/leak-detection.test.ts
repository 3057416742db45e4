import { describe, expect, it } from 'vitest'
import { findLeakMarkers, LEAK_MARKERS, type LeakMarkerName } from './leak-detection.ts'

const names = (value: unknown): LeakMarkerName[] => [...new Set(findLeakMarkers(value).map(({ name }) => name))]
const secret = LEAK_MARKERS.clientSecret

describe('findLeakMarkers finds a secret in', () => {
  const values: { [place: string]: () => unknown } = {
    'a text': () => `before ${secret} after`,
    'a property deep down': () => ({ a: [{ b: { c: secret } }] }),
    'a property name': () => ({ [secret]: 1 }),
    'a symbol': () => ({ [Symbol(secret)]: 1 }),
    'a hidden property': () => Object.defineProperty({}, 'hidden', { value: secret, enumerable: false }),
    'a getter': () => ({
      get lazy() {
        return secret
      },
    }),
    'a getter of the class': () =>
      new (class {
        get lazy() {
          return secret
        }
      })(),
    'a getter that throws it': () => ({
      get bad() {
        throw new Error(secret)
      },
    }),
    'an error message': () => new Error(`failed with ${secret}`),
    'an error stack': () => Object.assign(new Error('fine'), { stack: `Error\n at ${secret}` }),
    'an error cause': () => new Error('fine', { cause: new Error('deeper', { cause: { config: { data: secret } } }) }),
    'an aggregate': () => new AggregateError([new Error(secret)], 'fine'),
    'a Map value': () => new Map([['key', { secret }]]),
    'a Map key': () => new Map([[secret, 1]]),
    'a Set': () => new Set([[secret]]),
    bytes: () => ({ body: Buffer.from(`x=${secret}`) }),
    'an ArrayBuffer': () => new TextEncoder().encode(secret).buffer,
    Headers: () => new Headers({ authorization: `O-Bearer ${LEAK_MARKERS.accessToken}` }),
    URLSearchParams: () => new URLSearchParams({ secret }),
    toJSON: () => ({ toJSON: () => ({ secret }) }),
    toString: () => ({ toString: () => secret }),
    'a property of a function': () => Object.assign(() => undefined, { config: secret }),
    'a circular object': () => {
      const circular: { self?: unknown; secret: string } = { secret }
      circular.self = circular
      return circular
    },
  }
  for (const [place, make] of Object.entries(values)) {
    it(place, () => expect(names(make())).toHaveLength(1))
  }
})

describe('findLeakMarkers reports the path of', () => {
  const placesOf = (value: unknown): string[] => findLeakMarkers(value).map(({ where }) => where)

  it('a getter of the class', () => {
    class Reply {
      get lazy() {
        return secret
      }
    }
    expect(placesOf(new Reply())).toContain('.lazy')
  })

  it('the cause of an error that a getter throws', () => {
    const response = {
      get bad() {
        throw new Error('fine', { cause: secret })
      },
    }
    expect(placesOf(response)).toContain('.bad.cause')
  })
})

describe('findLeakMarkers finds encoded secrets', () => {
  const encodings: { [encoding: string]: (text: string) => string } = {
    base64: (text) => Buffer.from(text).toString('base64'),
    'base64 after one byte': (text) => Buffer.from(`:${text}!`).toString('base64'),
    'base64 after two bytes': (text) => Buffer.from(`u:${text}`).toString('base64'),
    'base64 after a user name': (text) => Buffer.from(`user:${text}\n`).toString('base64'),
    base64url: (text) => Buffer.from(text).toString('base64url'),
    url: encodeURIComponent,
    form: (text) => new URLSearchParams({ text }).toString(),
    json: (text) => JSON.stringify({ text }),
    hex: (text) => Buffer.from(text).toString('hex').toUpperCase(),
    'upper case': (text) => text.toUpperCase(),
  }
  for (const [encoding, encode] of Object.entries(encodings)) {
    for (const name of Object.keys(LEAK_MARKERS) as LeakMarkerName[]) {
      if (name === 'cvv') continue
      it(`${name} as ${encoding}`, () => expect(names({ log: [encode(LEAK_MARKERS[name])] })).toContain(name))
    }
  }

  it('a card number in groups of four', () => {
    expect(names('4929 1308 4756 1209')).toEqual(['pan'])
    expect(names('4929-1308-4756-1209')).toEqual(['pan'])
  })
})

describe('findLeakMarkers reports no false positive', () => {
  it('for ordinary values', () => {
    expect(
      findLeakMarkers({
        orderId: 'OMO2506151000000000000001',
        amount: 49_900,
        at: new Date(0),
        list: [null, undefined, true, 1n],
      }),
    ).toEqual([])
    expect(findLeakMarkers(new Error('Authorization failed', { cause: new TypeError('fetch failed') }))).toEqual([])
    expect(findLeakMarkers(undefined)).toEqual([])
  })

  it('for a masked card number and a masked UPI id', () => {
    expect(findLeakMarkers({ maskedCardNumber: '************1209', vpa: 'ca****er@gallabank' })).toEqual([])
  })

  it('for a CVV inside a longer number', () => {
    expect(findLeakMarkers({ timestamp: 1_739_173_910_000, id: 'a7391b' })).toEqual([])
    expect(names({ cvv: LEAK_MARKERS.cvv })).toEqual(['cvv'])
    expect(names(`cvv=${LEAK_MARKERS.cvv}&x`)).toEqual(['cvv'])
  })

  it('and reports name, form and place of a real leak', () => {
    expect(findLeakMarkers(new Error('fine', { cause: { vpa: LEAK_MARKERS.vpa } }))).toContainEqual({
      name: 'vpa',
      form: 'plain',
      where: '.cause.vpa',
    })
  })
})
