import { describe, expect, test } from 'vitest'
import { validateOptions } from './normalize-options.ts'
import type { SandboxOptions } from './options.ts'
import { DEFAULT_QUIRKS, resolveQuirks } from './quirks.ts'

test.each<[string, SandboxOptions]>([
  ['tokenLifeSec', { tokenLifeSec: 0 }],
  ['receiverDeadlineMs', { receiverDeadlineMs: 1.5 }],
  ['journalLimit', { journalLimit: -1 }],
  ['clock.startMs', { clock: { startMs: Number.NaN } }],
  ['refundTiming.acceptAfterMs', { refundTiming: { acceptAfterMs: -1 } }],
  ['origin', { origin: 'localhost' }],
  ['cardOrigin', { cardOrigin: 'https://cards.example/apis/pg' }],
  ['callbacks.url', { callbacks: { url: '127.0.0.1:3000/hook' } }],
  ['callbacks.mode', { callbacks: { mode: 'sha' as 'classic' } }],
  ['credentials', { credentials: { clientId: 'shop', clientSecret: '' } }],
])('refuses an invalid %s by name', (name, options) => {
  expect(() => validateOptions(options)).toThrow(TypeError)
  expect(() => validateOptions(options)).toThrow(name)
})

test('accepts valid options', () => {
  expect(() => validateOptions({})).not.toThrow()
  const callbacks = { url: 'http://127.0.0.1:3000/hook', mode: 'both' as const }
  expect(() => validateOptions({ origin: 'http://localhost:4500/', callbacks, refundTiming: false })).not.toThrow()
})

test('refuses an unknown quirk and an invalid value', () => {
  expect(() => resolveQuirks({ duplicateOrders: 'x' } as object)).toThrow(/no quirk "duplicateOrders"/)
  expect(() => resolveQuirks({ qrData: 'svg' as 'text' })).toThrow(/quirks.qrData must be data-uri, base64 or text/)
  expect(() => resolveQuirks({ callbackType: 'no' as never })).toThrow(/quirks.callbackType must be a boolean/)
  expect(resolveQuirks({ pageExpirySec: 1200 }).pageExpirySec).toBe(1200)
})

describe('a quirk that is a number', () => {
  const numbers = Object.entries(DEFAULT_QUIRKS).filter(([, value]) => typeof value === 'number')

  test.each(numbers)('%s accepts its default and refuses what is no such number', (name, value) => {
    expect(resolveQuirks({ [name]: value })).toMatchObject({ [name]: value })
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, -1, 1.5, 1e12])
      expect(() => resolveQuirks({ [name]: wrong })).toThrow(
        new RegExp(`^quirks.${name} must be (a whole number from \\d+ to \\d+|\\d+ or \\d+)$`),
      )
  })
})
