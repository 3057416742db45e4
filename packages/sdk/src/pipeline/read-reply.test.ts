import { describe, expect, it } from 'vitest'
import { isGallaError } from '../errors/is-galla-error.ts'
import type { TransportFailure, WireReply } from '../transport/port.ts'
import { readReply } from './read-reply.ts'

const facts = () => ({ endpoint: 'refund', readOnly: false, attempts: 1, secrets: ['s3cr3t'], nowMs: 0 })
const answered = (text: string, status = 200, headers: { [name: string]: string } = {}): WireReply => ({
  status,
  statusText: '',
  text,
  header: (name) => headers[name],
})

describe('readReply', () => {
  it('a 2xx with an object is the object, and no facts are gathered', () => {
    const none = () => {
      throw new Error('facts are for errors')
    }
    expect(readReply(answered('{"a":1}'), none)).toEqual({ a: 1 })
    expect(readReply(answered('{}', 201), none)).toEqual({})
  })

  it.each(['', '  ', 'null', '1', '"a"', '[]', '[{}]', '{', '<html>'])('a 2xx with %j is no answer', (text) => {
    const error = readReply(answered(text), facts)
    expect(isGallaError(error) && error).toMatchObject({
      kind: 'invalid-response',
      httpStatus: 200,
      outcome: 'unknown',
      retryable: false,
      attempts: 1,
      endpoint: 'refund',
    })
  })

  it('says what was there instead, shortened, on one line and masked', () => {
    const page = `<html>\n  s3cr3t ${'x'.repeat(300)}`
    const error = readReply(answered(page, 200, { 'content-type': 'text/html' }), facts) as Error
    expect(error.message).toBe(
      `The provider's answer could not be read: status 200, text/html, not a JSON object: "<html> [masked] ${'x'.repeat(102)}". It may have gone through: read its status before anything else`,
    )
    expect((readReply(answered(''), facts) as Error).message).toContain('status 200 with an empty body')
    expect((readReply(answered('x'), facts) as Error).message).toContain('no content type')
  })

  it.each([199, 300, 304, 400, 500])('status %i is a refusal, whatever its body', (status) => {
    expect(readReply(answered('{"code":"A"}', status), facts)).toMatchObject({ httpStatus: status, code: 'A' })
  })

  it.each<[TransportFailure['kind'], boolean, string]>([
    ['network', true, 'unknown'],
    ['network', false, 'not-sent'],
    ['timeout', true, 'unknown'],
    ['aborted', false, 'not-sent'],
  ])('a failure %s, sent %s, is %s', (kind, sent, outcome) => {
    const error = readReply({ kind, sent, detail: 's3cr3t' }, facts)
    expect(error).toMatchObject({ kind, outcome, retryable: kind !== 'aborted' && !sent })
    expect((error as Error).message).toContain('[masked]')
    expect((error as Error).message.includes('read its status')).toBe(sent)
  })
})
