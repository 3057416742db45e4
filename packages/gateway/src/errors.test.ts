import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { describeError, GatewayError, isGatewayError } from './errors.ts'
import { errorFields } from './observability/error-fields.ts'
import { throwAsDatabaseFailure } from './services/database-failures.ts'

describe('describeError', () => {
  it('caps the name and the message', () => {
    const error = new Error('m'.repeat(10_000))
    error.name = 'N'.repeat(10_000)
    const text = describeError(error)
    expect(text).toHaveLength(500)
    expect(text).toMatch(/^N{60}: m+$/)
    expect(describeError('x'.repeat(10_000))).toHaveLength(500)
  })

  it('returns text that PostgreSQL can store', () => {
    expect(describeError(new Error('a\0b'))).toBe('Error: ab')
    expect(describeError(new Error(`${'x'.repeat(492)}\u{1f600}`))).not.toMatch(/\p{Surrogate}$/u)
  })

  it('describes whatever was thrown', () => {
    const hostile = new Error('x')
    Object.defineProperty(hostile, 'message', {
      get: () => {
        throw new Error('no message')
      },
    })
    const nameless = new Error('x')
    Object.assign(nameless, { name: undefined, message: { secret: 1 } })
    for (const thrown of [undefined, null, 7, Symbol('s'), Object.create(null), hostile, nameless, { toString: 1 }])
      expect(typeof describeError(thrown)).toBe('string')
  })
})

describe('an error of another realm, as a test environment or a worker throws it', () => {
  const foreign = (fields: object): unknown =>
    Object.assign(runInNewContext(`new Error('Connection terminated unexpectedly')`), fields)

  it('is recognised as a GatewayError by its name and code', () => {
    expect(isGatewayError(foreign({ name: 'GatewayError', code: 'BUSY' }))).toBe(true)
    expect(isGatewayError(new GatewayError('BUSY', 'x'))).toBe(true)
    expect(isGatewayError(foreign({}))).toBe(false)
  })

  it.each([
    ['a connection that ended', {}],
    ['a connection that was refused', { code: 'ECONNREFUSED' }],
  ])('is a failure of the database: %s', (_what, fields) => {
    expect(() => throwAsDatabaseFailure(foreign(fields))).toThrow(
      expect.objectContaining({ name: 'GatewayError', code: 'DATABASE_FAILED' }),
    )
  })

  it('is logged by its class and code', () => {
    expect(errorFields(foreign({ code: 'ECONNREFUSED', stack: '' }))).toEqual({
      error: 'Error',
      reason: 'ECONNREFUSED',
    })
  })
})
