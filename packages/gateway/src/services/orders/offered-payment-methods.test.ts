import { describe, expect, it } from 'vitest'
import { completePaymentMethods, type OfferedPaymentMethods } from './offered-payment-methods.ts'

const NONE = { collect: { allowed: false }, banks: [], savedCards: [] }
const CARD = { savedCardId: 's1', network: 'VISA', last4: '6667', bankName: 'HDFC Bank' }

describe('completePaymentMethods', () => {
  it.each<[OfferedPaymentMethods, object]>([
    [{}, NONE],
    [{ banks: undefined, cardEncryption: undefined } as unknown as OfferedPaymentMethods, NONE],
    [
      { banks: [{ bankId: 'ICIC', name: 'ICICI Bank' }] },
      { ...NONE, banks: [{ bankId: 'ICIC', name: 'ICICI Bank', popular: false, health: 'up' }] },
    ],
    [{ collect: { allowed: true } }, { ...NONE, collect: { allowed: true } }],
    [{ savedCards: [CARD] }, { ...NONE, savedCards: [CARD] }],
    [
      { cardEncryption: { keyId: 8, publicKeyPem: 'the key' } },
      { ...NONE, cardEncryption: { keyId: 8, publicKeyPem: 'the key' } },
    ],
  ])('completes %j with the defaults', (given, complete) => {
    expect(completePaymentMethods(given)).toEqual(complete)
  })

  it.each<[unknown, string]>([
    [undefined, 'paymentMethods must be an object with collect, banks, cardEncryption, savedCards'],
    [null, 'paymentMethods must be an object with collect, banks, cardEncryption, savedCards'],
    [[], 'paymentMethods must be an object with collect, banks, cardEncryption, savedCards'],
    [{ bank: [1] }, 'Unknown field paymentMethods.bank; did you mean paymentMethods.banks?'],
    [{ colect: true }, 'Unknown field paymentMethods.colect; did you mean paymentMethods.collect?'],
    [{ collect: true }, 'paymentMethods.collect must be an object with allowed'],
    [{ collect: { allowed: 'no' } }, 'paymentMethods.collect.allowed must be true or false'],
    [{ banks: 'ICIC' }, 'paymentMethods.banks must be an array of objects with bankId, name, popular, health'],
    [{ banks: null }, 'paymentMethods.banks must be an array of objects with bankId, name, popular, health'],
    [{ banks: ['ICIC'] }, 'paymentMethods.banks[0] must be an object with bankId, name, popular, health'],
    [{ banks: [{ bankId: 'ICIC' }] }, 'paymentMethods.banks[0].name must be a non-empty string'],
    [
      { banks: [{ bankid: 'ICIC' }] },
      'Unknown field paymentMethods.banks[0].bankid; did you mean paymentMethods.banks',
    ],
    [
      { banks: [{ bankId: 'ICIC', name: 'ICICI', health: 'UP' }] },
      "paymentMethods.banks[0].health must be 'up', 'slow' or 'down'",
    ],
    [
      { banks: [{ bankId: 'ICIC', name: 'ICICI', popular: 1 }] },
      'paymentMethods.banks[0].popular must be true or false',
    ],
    [{ cardEncryption: 'key' }, 'paymentMethods.cardEncryption must be an object with keyId, publicKeyPem'],
    [
      { cardEncryption: { keyId: '8', publicKeyPem: 'key' } },
      'paymentMethods.cardEncryption.keyId must be an integer number: the id of the key',
    ],
    [{ savedCards: 5 }, 'paymentMethods.savedCards must be an array of objects with savedCardId, network, last4'],
    [
      { savedCards: [{ ...CARD, last4: '4242424242424242' }] },
      'paymentMethods.savedCards[0].last4 must be a string of 4 digits',
    ],
    [
      { savedCards: [{ ...CARD, token: 'n' }] },
      'Unknown field paymentMethods.savedCards[0].token; known: savedCardId,',
    ],
  ])('refuses %j', (given, message) => {
    expect(() => completePaymentMethods(given as OfferedPaymentMethods)).toThrow(message)
  })

  it('does not repeat a value, which may be of a card', () => {
    const given = { savedCards: [{ ...CARD, last4: '4242424242424242' }] }
    expect(() => completePaymentMethods(given)).toThrow(/^(?!.*4242)/)
  })
})
