import { describe, expect, it } from 'vitest'
import { permittedActions } from './permitted-actions.ts'

describe('permittedActions', () => {
  const active = { state: 'ACTIVE', mandate: { state: 'ACTIVE' } } as Parameters<typeof permittedActions>[0]

  it('are pause, leave a period out and cancel of an active subscription', () => {
    expect(permittedActions(active)).toEqual(['pause', 'skip', 'cancel'])
  })

  it.each(['ACTIVE', 'PAST_DUE', 'PAUSED', 'HALTED'] as const)(
    'are only an earlier end of a subscription that is %s and ends with its period',
    (state) => {
      const ending = { ...active, state, pause: { by: 'merchant', sinceMs: 1 } as const }
      expect(permittedActions({ ...ending, cancel: { at: 'cycle-end', sinceMs: 1 } })).toEqual(['cancel'])
      expect(permittedActions({ ...ending, cancel: { at: 'now', sinceMs: 1 } })).toEqual([])
    },
  )

  it('are none after the end', () => {
    const cancel = { at: 'cycle-end', sinceMs: 1 } as const
    expect(permittedActions({ ...active, state: 'CANCELLED', cancel })).toEqual([])
  })

  it('are a resumption of a halted subscription unless its mandate has ended: the provider may know a lost mandate again', () => {
    const halted = { ...active, state: 'HALTED' } as const
    expect(permittedActions({ ...halted, mandate: { ...active.mandate, state: 'UNKNOWN' } })).toEqual([
      'resume',
      'cancel',
    ])
    expect(permittedActions({ ...halted, mandate: { ...active.mandate, state: 'REVOKED' } })).toEqual(['cancel'])
  })
})
