import { describe, expect, it } from 'vitest'
import { ROLE_TEXTS } from './role-messages.ts'

describe('the text of a role', () => {
  it.each(Object.entries(ROLE_TEXTS))('stands alone: %s', (_role, text) => {
    expect(text).not.toMatch(/\b(?:also|more|too)\b/i)
  })

  it.each(['support', 'developer', 'finance'] as const)('says that %s sees what a viewer sees', (role) => {
    expect(ROLE_TEXTS[role]).toMatch(/^Sees everything that a viewer sees, /)
  })
})
