import { inspect } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { type Facts, GallaError, isGallaError } from './galla-error.ts'

const FACTS: Facts = {
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

describe('a GallaError', () => {
  const error = new GallaError({ ...FACTS, cause: new Error('why') })

  it('is an Error with a name, a message, a stack and a cause', () => {
    expect(error).toBeInstanceOf(Error)
    expect(error).toBeInstanceOf(GallaError)
    expect(String(error)).toBe('GallaError: merchantOrderId must not be blank.')
    expect(error.stack).toMatch(/^GallaError: merchantOrderId must not be blank\.\n +at /)
    expect(error.cause).toEqual(new Error('why'))
  })

  it('carries its facts, and neither what is undefined nor a cause that is none', () => {
    const bare = new GallaError({ kind: 'network', message: 'm', outcome: 'unknown', httpStatus: undefined })
    expect(Object.keys(bare).sort()).toEqual(['attempts', 'kind', 'name', 'outcome', 'retryable'])
    expect(bare).toMatchObject({ retryable: false, attempts: 0 })
    expect('cause' in bare).toBe(false)
  })

  it('as JSON is fit for a log line: all facts, no stack, no cause', () => {
    const { cause: _cause, ...facts } = FACTS
    expect(JSON.parse(JSON.stringify(error))).toEqual({ name: 'GallaError', retryable: false, ...facts })
  })

  it('as an object in JSON, too', () => {
    expect(JSON.parse(JSON.stringify({ error })).error.message).toBe(FACTS.message)
  })

  it('shows its kind and outcome to whoever prints it', () => {
    expect(inspect(error)).toMatch(/kind: 'bad-request'/)
    expect(inspect(error)).toMatch(/outcome: 'rejected'/)
  })
})

describe('isGallaError', () => {
  it('knows an error of another copy of this package, which instanceof does not', async () => {
    vi.resetModules()
    const copy = await import('./galla-error.ts')
    expect(copy.GallaError).not.toBe(GallaError)
    const foreign = new copy.GallaError(FACTS)
    expect(foreign).not.toBeInstanceOf(GallaError)
    expect(isGallaError(foreign)).toBe(true)
    expect((await import('./galla-error.ts')).isGallaError(new GallaError(FACTS))).toBe(true)
  })

  it.each([
    ['another error', new Error('x')],
    ['one that looks alike', { ...new GallaError(FACTS) }],
    ['one that came as JSON', JSON.parse(JSON.stringify(new GallaError(FACTS)))],
    ['a text', 'GallaError'],
    ['null', null],
    ['undefined', undefined],
  ])('does not take %s for one', (_name, value) => {
    expect(isGallaError(value)).toBe(false)
  })
})
