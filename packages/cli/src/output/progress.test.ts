import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { progressOn, withProgress } from './progress.ts'

describe('progressOn', () => {
  it('writes the newest line every five seconds', () => {
    const lines: string[] = []
    let nowMs = 0
    const progress = progressOn({ err: (line) => void lines.push(line), nowMs: () => nowMs })
    for (; nowMs <= 12_000; nowMs += 1_000) progress(() => `${nowMs / 1_000} rows`)
    expect(lines).toEqual(['5 rows', '10 rows'])
  })
})

describe('withProgress', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('writes a line every five seconds until the work ends, and returns its result', async () => {
    const lines: string[] = []
    const work = () => new Promise<string>((resolve) => setTimeout(() => resolve('done'), 12_000))
    const result = withProgress({ err: (line) => void lines.push(line) }, (seconds) => `for ${seconds} s`, work)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([await result, lines]).toEqual(['done', ['for 5 s', 'for 10 s']])
  })

  it('writes no line after the work has failed', async () => {
    const lines: string[] = []
    const work = () => Promise.reject(new Error('no database'))
    await expect(withProgress({ err: (line) => void lines.push(line) }, String, work)).rejects.toThrow('no database')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(lines).toEqual([])
  })
})
