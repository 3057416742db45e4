import { describe, expect, it } from 'vitest'
import { checkNote, subjectOf, whoLabel } from './audit-messages.ts'

describe('the audit log in words', () => {
  it('says where the chain is broken', () => {
    expect(checkNote({ entries: 9, brokenAt: '4', head: 'abc' })).toMatchObject({
      tone: 'bad',
      text: expect.stringContaining('broken at entry 4'),
    })
  })

  it('gives the hash of the last entry of a complete chain', () => {
    expect(checkNote({ entries: 1, head: 'abc' })).toEqual({
      tone: 'good',
      text: expect.stringMatching(/^The chain of 1 entry is complete\..*: abc$/),
    })
    expect(checkNote({ entries: 0 }).text).toBe('The chain of 0 entries is complete.')
  })

  it('names who acted, and what a login is about', () => {
    expect([whoLabel({ who: 'asha' }), whoLabel({ who: 'program' })]).toEqual(['asha', 'A program'])
    expect(subjectOf({ kind: 'session', id: '' })).toBe('')
    expect(subjectOf({ kind: 'order', id: 'o-1' })).toBe('o-1')
  })
})
