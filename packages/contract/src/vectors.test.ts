import { createHash, createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import classic from '../vectors/callback-classic.json' with { type: 'json' }
import hmac from '../vectors/callback-hmac.json' with { type: 'json' }
import errors from '../vectors/error-mapping.json' with { type: 'json' }
import recorded from '../vectors/wire/errors.json' with { type: 'json' }

const FOLDER = new URL('../vectors/', import.meta.url)
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))

describe('vectors', () => {
  it.each(files)('%s has a source and cases with unique names', (file) => {
    const { source, cases } = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))
    expect(source).toMatch(/\S{3}/)
    expect(cases.length).toBeGreaterThan(0)
    const names = cases.flatMap(({ name }: { name?: string }) => name ?? [])
    expect(new Set(names).size).toBe(names.length)
  })
})

// The signatures come from the openssl command; node:crypto confirms them.
describe('signatures in the vectors', () => {
  it.each(classic.cases)('classic: $name', ({ username, password, authorization, valid }) => {
    const digest = createHash('sha256').update(`${username}:${password}`).digest('hex')
    expect(digest === authorization).toBe(valid)
  })

  it.each(hmac.cases)('HMAC: $name', ({ secretKey, body, bodyBase64, bodyRepeat, signature, valid }) => {
    const text = bodyRepeat
      ? bodyRepeat.before + bodyRepeat.text.repeat(bodyRepeat.times) + bodyRepeat.after
      : (body ?? '')
    const bytes = bodyBase64 ? Buffer.from(bodyBase64, 'base64') : Buffer.from(text)
    expect(createHmac('sha256', secretKey).update(bytes).digest('hex') === signature).toBe(valid)
  })
})

// Written by hand from the documentation, compared with what the official package throws.
describe('errors in the vectors', () => {
  it.each(errors.cases)('$name', ({ name, expect: expected }) => {
    const { kind: _kind, httpStatus, ...details } = expected
    const official = recorded.cases.find((one) => one.name === name)?.error
    expect(official).toMatchObject({ httpStatusCode: httpStatus, ...details })
    expect(Object.keys(official ?? {}).length - 2).toBe(Object.keys(details).length)
  })
})
