import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runSteps } from './steps.mjs'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const stepOf = (name: string, seconds: number, ok = true) => ({
  name,
  run: () => new Promise<{ ok: boolean }>((resolve) => setTimeout(() => resolve({ ok }), seconds * 1_000)),
})

it('says every ten seconds which step runs', async () => {
  const [ended, running]: [string[], string[]] = [[], []]
  const all = runSteps(
    [stepOf('pack', 3), stepOf('install', 25, false)],
    (line) => void ended.push(line),
    (line) => void running.push(line),
  )
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await all).toEqual({ passed: 1, failed: ['install'] })
  expect(running).toEqual(['…     10 s  install', '…     20 s  install'])
  expect(ended.map((text) => text.slice(0, 1))).toEqual(['✓', '✗'])
})
