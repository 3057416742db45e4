import { describe, expect, it } from 'vitest'
import { securityTxt } from './server.ts'

const DAY_MS = 86_400_000
const expiresMs = (text: string) => Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '')

describe('security.txt', () => {
  it('names each contact, in order, and when it expires', () => {
    expect(securityTxt(['mailto:security@shop.example', 'https://shop.example/security'], Date.UTC(2026, 0, 1))).toBe(
      'Contact: mailto:security@shop.example\nContact: https://shop.example/security\nExpires: 2026-01-31T00:00:00.000Z\n',
    )
  })

  it('never lapses while the server runs, and is valid for less than a year', () => {
    for (const days of [0, 1, 29, 365, 4_000]) {
      const nowMs = Date.UTC(2026, 0, 1) + days * DAY_MS
      const leftDays = (expiresMs(securityTxt(['mailto:security@shop.example'], nowMs)) - nowMs) / DAY_MS
      expect(leftDays).toBeGreaterThanOrEqual(7)
      expect(leftDays).toBeLessThan(365)
    }
  })
})
