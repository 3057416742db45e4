import { inspect } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { GallaError, type GallaErrorInit, isGallaError } from './galla-error.ts'

const INIT: GallaErrorInit = {
  kind: 'bad-request',
  message: 'merchantOrderId must not be blank.',
  outcome: 'rejected',
  attempts: 1,
  endpoint: 'standardPay',
  httpStatus: 400,
  statusText: 'Bad Request',
  code: 'BAD_REQUEST',
  data: { field: 'merchantOrderId' },
}

describe('GallaError', () => {
  const error = new GallaError({ ...INIT, cause: new Error('why') })

  it('is an Error with name, message, stack and cause', () => {
    expect(error).toBeInstanceOf(Error)
    expect(error).toBeInstanceOf(GallaError)
    expect(String(error)).toBe('GallaError: merchantOrderId must not be blank.')
    expect(error.stack).toMatch(/^GallaError: merchantOrderId must not be blank\.\n +at /)
    expect(error.cause).toEqual(new Error('why'))
  })

  it('has no property for undefined values and no undefined cause', () => {
    const minimal = new GallaError({ kind: 'network', message: 'm', outcome: 'unknown', httpStatus: undefined })
    expect(Object.keys(minimal).sort()).toEqual(['attempts', 'kind', 'name', 'outcome', 'retryable'])
    expect(minimal).toMatchObject({ retryable: false, attempts: 0 })
    expect('cause' in minimal).toBe(false)
  })

  it('serialises all properties except stack and cause', () => {
    const { cause: _cause, ...details } = INIT
    expect(JSON.parse(JSON.stringify(error))).toEqual({ name: 'GallaError', retryable: false, ...details })
  })

  it('serialises as a property of another object', () => {
    expect(JSON.parse(JSON.stringify({ error })).error.message).toBe(INIT.message)
  })

  it('shows kind and outcome when inspected', () => {
    expect(inspect(error)).toMatch(/kind: 'bad-request'/)
    expect(inspect(error)).toMatch(/outcome: 'rejected'/)
  })
})

describe('isGallaError', () => {
  it('recognises an error of another copy of this package, which instanceof does not', async () => {
    vi.resetModules()
    const copy = await import('./galla-error.ts')
    expect(copy.GallaError).not.toBe(GallaError)
    const foreign = new copy.GallaError(INIT)
    expect(foreign).not.toBeInstanceOf(GallaError)
    expect(isGallaError(foreign)).toBe(true)
    expect((await import('./galla-error.ts')).isGallaError(new GallaError(INIT))).toBe(true)
  })

  it.each([
    ['another error', new Error('x')],
    ['an object with the same properties', { ...new GallaError(INIT) }],
    ['a parsed error', JSON.parse(JSON.stringify(new GallaError(INIT)))],
    ['a string', 'GallaError'],
    ['null', null],
    ['undefined', undefined],
  ])('returns false for %s', (_name, value) => {
    expect(isGallaError(value)).toBe(false)
  })
})
