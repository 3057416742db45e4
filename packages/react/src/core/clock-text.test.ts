import { describe, expect, it } from 'vitest'
import { clockText, spokenStep } from './clock-text.ts'

describe('clockText', () => {
  it.each([
    [0, '0:00'],
    [1, '0:01'],
    [59_001, '1:00'],
    [545_000, '9:05'],
    [3_729_000, '1:02:09'],
  ])('%d ms is %s', (ms, text) => {
    expect(clockText(ms)).toBe(text)
  })
})

describe('spokenStep', () => {
  it('speaks when a step is crossed, once', () => {
    expect(spokenStep(180_250, 180_000)).toBe(180)
    expect(spokenStep(180_000, 179_750)).toBeUndefined()
    expect(spokenStep(31_000, 29_000)).toBe(30)
  })

  it('says the nearest of several steps that a sleeping device slept through', () => {
    expect(spokenStep(200_000, 20_000)).toBe(30)
  })
})
