import { CALLBACK_TYPES } from '@galla/contract/provider/callbacks'
import { ENDPOINTS } from '@galla/contract/provider/endpoints'
import type { GallaError } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import {
  callbackEventLabel,
  describeState,
  endpointLabel,
  errorKindLabel,
  FOUND_BY_LABELS,
  GATEWAY_ENDPOINTS,
  outcomeMessage,
  paidWithText,
} from './terms.ts'

/** Typed, so that a new error kind of the SDK fails the type check until it is listed. Errors of callbacks and of the constructor are not logged as calls. */
const ERROR_KINDS: { readonly [Kind in Exclude<GallaError['kind'], 'invalid-callback' | 're-initialize'>]: true } = {
  'bad-request': true,
  unauthorized: true,
  forbidden: true,
  'not-found': true,
  conflict: true,
  gone: true,
  'expectation-failed': true,
  invalid: true,
  'too-many-requests': true,
  'client-error': true,
  'server-error': true,
  http: true,
  network: true,
  timeout: true,
  aborted: true,
  'invalid-response': true,
  'invalid-request': true,
  'method-not-supported': true,
}

describe('labels of API calls', () => {
  it('exist for every endpoint; an unknown endpoint keeps its name', () => {
    for (const endpoint of [...Object.keys(ENDPOINTS), 'raw']) expect(endpointLabel(endpoint)).not.toBe(endpoint)
    expect(endpointLabel('standardWish')).toBe('standardWish')
    for (const endpoint of GATEWAY_ENDPOINTS) expect(Object.keys(ENDPOINTS)).toContain(endpoint)
  })

  it('exist for every error kind; an unknown kind keeps its name', () => {
    for (const kind of Object.keys(ERROR_KINDS)) expect(errorKindLabel(kind)).toMatch(/^[A-Z]/)
    expect(errorKindLabel('moon-phase')).toBe('moon-phase')
  })

  it('say for every outcome whether the call took effect', () => {
    expect(outcomeMessage('rejected')).toMatch(/nothing happened/)
    expect(outcomeMessage('not-sent')).toMatch(/nothing happened/)
    expect(outcomeMessage('unknown')).toMatch(/may have been processed or not/)
    expect(outcomeMessage('ok')).toBeUndefined()
  })
})

describe('labels of webhook events', () => {
  it('exist for every event of the protocol; an unknown event keeps its name', () => {
    for (const event of Object.keys(CALLBACK_TYPES)) expect(callbackEventLabel(event)).not.toContain('.')
    expect(callbackEventLabel('pg.settlement.created')).toBe('pg.settlement.created')
    expect(callbackEventLabel('constructor')).toBe('constructor')
  })
})

it('never shows an unknown state as a success', () => {
  expect(describeState('order', 'constructor')).toEqual({ label: 'constructor', tone: 'neutral', icon: 'question' })
})

it('names mode and instrument, and neither twice', () => {
  expect(paidWithText('CARD', 'CREDIT_CARD')).toBe('Credit card')
  expect(paidWithText('TOKEN', 'DEBIT_CARD')).toBe('Saved debit card')
  expect(paidWithText('UPI_QR', 'CREDIT_CARD')).toBe('UPI QR, credit card')
  expect(paidWithText('CARD', 'WALLET')).toBe('Card, wallet')
  expect(paidWithText('NET_BANKING', 'NET_BANKING')).toBe('Net banking')
  expect(paidWithText('UPI_QR')).toBe('UPI QR')
  expect(paidWithText('CARD', 'CREDIT_CARD', { network: 'RUPAY', last4: '0009' })).toBe('Credit card, RuPay •••• 0009')
})

it('says of every search result by which id it was found', () => {
  const { callbackId: _, ...labels } = FOUND_BY_LABELS
  for (const label of Object.values(labels)) expect(label).toMatch(/by its|by the provider/i)
})
