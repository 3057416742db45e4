import { afterEach, expect, it, vi } from 'vitest'
import { chooseMethod, lastMethod, methodOf, rememberChosenMethod, rememberMethod } from './last-method.ts'

afterEach(() => vi.unstubAllGlobals())

/** A storage that holds what `stored` holds. */
function stubStorage(stored: Map<string, string>): void {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
}

it.each([
  ['UPI_QR', 'upi'],
  ['UPI_INTENT', 'upi'],
  ['UPI_COLLECT', 'upi'],
  ['PPE_INTENT', 'upi'],
  ['TOKEN', 'saved-cards'],
  ['CARD', 'card'],
  ['NET_BANKING', 'net-banking'],
  ['WALLET', undefined],
])('methodOf(%s) is %s', (type, method) => expect(methodOf(type)).toBe(method))

it('remembers a word, and nothing for a mode that no method has', () => {
  const stored = new Map<string, string>()
  stubStorage(stored)
  expect(lastMethod()).toBeUndefined()
  rememberMethod('CARD')
  rememberMethod('WALLET')
  expect([...stored.values()]).toEqual(['card'])
  expect(lastMethod()).toBe('card')
})

it('remembers the method of a payment when it is done, not of one that failed', () => {
  stubStorage(new Map())
  rememberChosenMethod()
  rememberMethod('UPI_QR')
  chooseMethod('NET_BANKING')
  expect(lastMethod()).toBe('upi')
  chooseMethod('CARD')
  rememberChosenMethod()
  expect(lastMethod()).toBe('card')
})

it('takes no other word from storage', () => {
  stubStorage(new Map([['galla-last-method', '<img src=x onerror=alert(1)>']]))
  expect(lastMethod()).toBeUndefined()
})

it('does without storage', () => {
  const deny = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: deny, setItem: deny })
  rememberMethod('CARD')
  expect(lastMethod()).toBeUndefined()
})
