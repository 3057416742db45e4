import { CALLBACK_TYPES } from '@galla/contract/provider/callbacks'
import type { CallbackRefusal } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import { eventWords } from '../../i18n/terms.ts'
import { diagnose, isWaiting, NOTHING, outcomeOf, VIEWS, viewQuery } from './callback-messages.ts'

/** By type: a reason that the client learns to give is missing here until it has words. */
const REASONS: { readonly [Reason in CallbackRefusal]: true } = {
  'no-secrets': true,
  'missing-authorization': true,
  'wrong-authorization': true,
  'missing-signature': true,
  'wrong-signature': true,
  'unknown-key': true,
  'body-already-parsed': true,
  'not-json': true,
}

describe('a refusal', () => {
  it.each(Object.keys(REASONS))('%s is told with a title, what was seen, and what to do', (reason) => {
    const { title, says, steps } = diagnose(reason)
    expect(title).not.toBe(reason)
    expect(says).toMatch(/\.$/)
    expect(steps.length).toBeGreaterThan(0)
    for (const step of steps) expect(step.split('`').length % 2).toBe(1)
  })

  it('of a reason that is new keeps its name and the books’ own hint', () => {
    expect(diagnose('moon-phase', 'Wait for the full moon.')).toEqual({
      title: 'moon-phase',
      says: 'Wait for the full moon.',
      steps: [],
    })
    expect(diagnose('toString').title).toBe('toString')
  })
})

describe('an event', () => {
  it('of the protocol has plain words, another keeps its name', () => {
    for (const event of Object.keys(CALLBACK_TYPES)) expect(eventWords(event)).not.toContain('.')
    expect(eventWords('pg.resolution.created')).toBe('pg.resolution.created')
    expect(eventWords('constructor')).toBe('constructor')
  })
})

describe('a view of the inbox', () => {
  it('asks for what it is named for, and says why it is empty', () => {
    expect(VIEWS.map(({ value }) => viewQuery(value))).toEqual([
      {},
      { verdict: 'accepted' },
      { verdict: 'duplicate' },
      { verdict: 'refused' },
      { unknownEvent: 'true' },
      { needsReview: 'true' },
    ])
    expect(Object.keys(NOTHING).sort()).toEqual(VIEWS.map(({ value }) => value).sort())
  })
})

describe('what became of a callback', () => {
  const accepted = { callbackId: '1', receivedAtMs: 1, verdict: 'accepted', event: 'x', attempts: 0 } as const

  it.each([
    [accepted, 'Waiting to be folded', true],
    [{ ...accepted, error: 'jammed', attempts: 1 }, 'Failed; tried again by itself', true],
    [{ ...accepted, error: 'jammed', needsReview: true as const }, 'Could not be folded', false],
    [{ ...accepted, processedAtMs: 2, attempts: 1 }, 'Folded', false],
    [{ ...accepted, processedAtMs: 2, unknownEvent: true as const }, 'Unknown event, kept', false],
    [{ ...accepted, verdict: 'duplicate' as const }, 'Came before', false],
    [{ ...accepted, verdict: 'refused' as const }, 'Changed nothing', false],
  ])('%j is told in a few words', (callback, words, waits) => {
    expect([outcomeOf(callback), isWaiting(callback)]).toEqual([words, waits])
  })
})
