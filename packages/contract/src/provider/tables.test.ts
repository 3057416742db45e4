import { describe, expect, it } from 'vitest'
import { CALLBACK_TYPES } from './callbacks.ts'
import { ENDPOINTS } from './endpoints.ts'
import { FAILURE_CODES } from './failure-codes.ts'
import { INSTRUMENT_TYPES, RAIL_TYPES } from './instrument.ts'
import { PAYMENT_MODE_TYPES } from './payment-mode.ts'
import { KIND_OF_STATUS } from './responses.ts'
import { ORDER_STATES, REFUND_STATES } from './states.ts'

const UPPER_SNAKE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/

describe('constants', () => {
  it.each([
    ['order states', ORDER_STATES, ['PENDING', 'COMPLETED', 'FAILED']],
    ['refund states', REFUND_STATES, ['PENDING', 'CONFIRMED', 'COMPLETED', 'FAILED']],
    ['rails', RAIL_TYPES, ['UPI', 'PG', 'PPI_WALLET', 'PPI_EGV']],
    [
      'payment modes',
      PAYMENT_MODE_TYPES,
      ['UPI_INTENT', 'UPI_COLLECT', 'UPI_QR', 'PPE_INTENT', 'NET_BANKING', 'CARD', 'TOKEN'],
    ],
    [
      'instruments',
      INSTRUMENT_TYPES,
      ['WALLET', 'EGV', 'ACCOUNT', 'CREDIT_CARD', 'DEBIT_CARD', 'NET_BANKING', 'CREDIT_LINE'],
    ],
  ])('%s are the documented values, each once', (_name, values, documented) => {
    expect([...values].sort()).toEqual([...documented].sort())
  })

  it('refund states are the order states and CONFIRMED', () => {
    expect(REFUND_STATES.filter((state) => !ORDER_STATES.some((known) => known === state))).toEqual(['CONFIRMED'])
  })
})

describe('callback types', () => {
  it.each(Object.entries(CALLBACK_TYPES))('%s maps to %s: upper case, underscores for dots', (event, type) => {
    expect(event).toMatch(/^(?:checkout|pg)(?:\.[a-z]+)+$/)
    expect(type).toBe(event.toUpperCase().replaceAll('.', '_'))
  })

  it('are the nine of specification §3', () => {
    expect(Object.values(CALLBACK_TYPES).sort()).toEqual([
      'CHECKOUT_ORDER_COMPLETED',
      'CHECKOUT_ORDER_FAILED',
      'CHECKOUT_TRANSACTION_ATTEMPT_FAILED',
      'PG_ORDER_COMPLETED',
      'PG_ORDER_FAILED',
      'PG_REFUND_ACCEPTED',
      'PG_REFUND_COMPLETED',
      'PG_REFUND_FAILED',
      'PG_TRANSACTION_ATTEMPT_FAILED',
    ])
  })
})

describe('endpoints', () => {
  it.each(Object.entries(ENDPOINTS))('%s has a valid path, and GET or POST', (_name, { method, path }) => {
    expect(['GET', 'POST']).toContain(method)
    expect(path).toMatch(/^(?:\/(?:[a-z0-9-]+|\{[A-Za-z]+\}))+$/)
    // Reads have the id in the path, writes in the body.
    expect(path.includes('{')).toBe(method === 'GET')
  })

  it('have distinct method, host and path', () => {
    const addresses = Object.values(ENDPOINTS).map(({ method, host, path }) => `${method} ${host} ${path}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it('use the identity host for tokens, the events host for telemetry, and the API host otherwise', () => {
    const elsewhere = Object.entries(ENDPOINTS).filter(([, { host }]) => host !== 'pg')
    expect(elsewhere.map(([name, { host }]) => [name, host])).toEqual([
      ['token', 'identity'],
      ['events', 'events'],
    ])
  })
})

describe('error kinds', () => {
  it('map the nine statuses of specification §8', () => {
    expect(KIND_OF_STATUS).toEqual({
      400: 'bad-request',
      401: 'unauthorized',
      403: 'forbidden',
      404: 'not-found',
      409: 'conflict',
      410: 'gone',
      417: 'expectation-failed',
      422: 'invalid',
      429: 'too-many-requests',
    })
  })
})

describe('failure codes', () => {
  const codes = Object.entries(FAILURE_CODES)

  it.each(codes)('%s has all fields', (detailedErrorCode, { errorCode, stage, source, meaning }) => {
    expect(detailedErrorCode).toMatch(UPPER_SNAKE)
    expect(errorCode).toMatch(UPPER_SNAKE)
    expect(STAGES).toContain(stage)
    expect(SOURCES).toContain(source)
    expect(meaning).toMatch(/^[A-Z₹].*\.$/)
  })

  it.each([
    ['Z9', 'INSUFFICIENT_BALANCE', 'AUTHORIZATION', 'CUSTOMER'],
    ['ZM', 'INVALID_MPIN', 'AUTHENTICATION', 'CUSTOMER'],
    ['ZU', 'TXN_LIMIT_BREACHED', 'AUTHORIZATION', 'ISSUING_BANK'],
    ['XQ', 'TXN_BLOCKED', 'AUTHORIZATION', 'BENEFICIARY_BANK'],
    ['U80', 'TECHNICAL_ISSUE', 'AUTHORIZATION', 'PAYER_PSP'],
    ['T14', 'INVALID_REQUEST', 'AUTHORIZATION', 'BUSINESS'],
    ['ORDER_EXPIRED', 'TXN_NOT_COMPLETED', 'PRE_AUTHENTICATION', 'CUSTOMER'],
    ['TIMED_OUT', 'TXN_AUTO_FAILED', 'PRE_AUTHENTICATION', 'CUSTOMER'],
    ['U16_NPCI_TXNRISK_01242', 'TXN_BLOCKED', 'AUTHENTICATION', 'NPCI'],
    ['INTERNAL_SECURITY_BLOCK_6', 'TXN_BLOCKED', 'PRE_AUTHENTICATION', 'PAYMENT_GATEWAY'],
    ['BF_034', 'REFUND_BREACHED', 'PRE_AUTHENTICATION', 'PAYMENT_GATEWAY'],
    ['OTP_EXPIRED', 'OTP_EXPIRED', 'AUTHENTICATION', 'CUSTOMER'],
    ['PAN_MAPPING_FAILURE', 'PAN_MAPPING_FAILURE', 'AUTHORIZATION', 'NETWORK'],
    ['EXCESS_REFUND_AMOUNT', 'EXCESS_REFUND_AMOUNT', 'REFUND', 'BUSINESS'],
    ['MERCHANT_CANCELLED', 'MERCHANT_CANCELLED', 'CAPTURE', 'BUSINESS'],
  ])('%s is %s, stage %s, source %s', (detailed, errorCode, stage, source) => {
    expect(FAILURE_CODES[detailed]).toMatchObject({ errorCode, stage, source })
  })

  it('contain the 204 documented codes and one observed code', () => {
    expect(codes.length).toBe(205)
    expect(FAILURE_CODES.INTENT_EXPIRED?.errorCode).toBe('OTHERS')
  })

  it('have no keys of Object.prototype', () => {
    for (const key of ['constructor', 'toString', '__proto__']) expect(Object.keys(FAILURE_CODES)).not.toContain(key)
  })
})

const STAGES = ['PRE_AUTHENTICATION', 'AUTHENTICATION', 'AUTHORIZATION', 'CAPTURE', 'REFUND', 'UNKNOWN', 'OTHERS']
const SOURCES = [
  'CUSTOMER',
  'ISSUING_BANK',
  'BENEFICIARY_BANK',
  'PAYER_PSP',
  'NPCI',
  'NETWORK',
  'PAYMENT_GATEWAY',
  'BUSINESS',
  'UNKNOWN',
  'OTHERS',
]
