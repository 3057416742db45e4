import { describe, expect, it } from 'vitest'
import { permittedActions } from './permitted-actions.ts'

describe('permittedActions', () => {
  const active = { state: 'ACTIVE', mandate: { state: 'ACTIVE' } } as Parameters<typeof permittedActions>[0]

  it('are pause, leave a period out and cancel of an active subscription', () => {
    expect(permittedActions(active)).toEqual(['pause', 'skip', 'cancel'])
  })

  it('are only an earlier end of a paid subscription that ends with its period', () => {
    expect(permittedActions({ ...active, cancel: { at: 'cycle-end', sinceMs: 1 } })).toEqual(['cancel'])
    expect(permittedActions({ ...active, cancel: { at: 'now', sinceMs: 1 } })).toEqual([])
  })
})
