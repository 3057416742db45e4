import { describe, expect, it } from 'vitest'
import { changeText, checkNote, differencesOf, differenceText, subjectOf, whoLabel } from './audit-messages.ts'

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
    expect(checkNote({ entries: 3, unreadable: 2 }).text).toBe(
      'The chain of 3 entries is complete. 2 notes were not compared: the data key is missing.',
    )
  })

  it('names who acted, and what a login is about', () => {
    expect([whoLabel({ who: 'asha' }), whoLabel({ who: 'program' })]).toEqual(['asha', 'A program'])
    expect(subjectOf({ kind: 'session', id: '' })).toBe('')
    expect(subjectOf({ kind: 'order', id: 'o-1' })).toBe('o-1')
    expect(subjectOf({ kind: 'reconciliation', id: '2026-11-24T23:23:26.643Z to 2026-11-25T23:23:26.643Z' })).toBe(
      '25 Nov 2026, 04:53:26 IST to 26 Nov 2026, 04:53:26 IST',
    )
  })
})

it('names an API key before its scopes, and other notes after what changed', () => {
  const after = { scopes: 'read refunds', callsPerSec: 50 }
  expect(changeText({ kind: 'key', detail: 'kettle', after })).toBe(
    'kettle · Scopes: read refunds, Calls per second: 50',
  )
  expect(changeText({ kind: 'refund', detail: 'torn', after: { amount: 100 } })).toBe('Amount: ₹1.00 · torn')
  expect(changeText({ kind: 'export' })).toBe('')
})

it('shows what changed, field by field, and leaves out what stayed', () => {
  const entry = {
    before: { role: 'viewer', disabled: false, secondFactorRoles: '' },
    after: { role: 'finance', disabled: false, secondFactorRoles: 'admin', amount: 30_000 },
  }
  expect(differencesOf(entry)).toEqual([
    { field: 'Role', before: 'viewer', after: 'finance' },
    { field: 'Second factor roles', before: '', after: 'admin' },
    { field: 'Amount', before: '', after: '₹300.00' },
  ])
  expect(differenceText(entry)).toBe('Role: viewer to finance, Second factor roles: admin, Amount: ₹300.00')
  expect(differenceText({ after: { expiresAtMs: Date.UTC(2026, 10, 23, 18, 43), callsPerSec: 50 } })).toBe(
    'Expires at: 24 Nov 2026, 00:13:00 IST, Calls per second: 50',
  )
  expect(differenceText({})).toBe('')
  const approval = { before: { approval: 'waiting', amount: 30_000 }, after: { approval: 'approved', amount: 30_000 } }
  expect(differenceText(approval)).toBe('Approval: waiting to approved, Amount: ₹300.00')
})
