import { describe, expect, it } from 'vitest'
import { exitCodeOf, signalFor } from '../src/commands/run.ts'

describe('galla run', () => {
  it.each([
    [0, null, 0],
    [7, null, 7],
    [null, 'SIGINT', 130],
    [null, 'SIGTERM', 143],
    [null, 'SIGKILL', 137],
  ] as const)('exits as a shell does after its program ended with %j, %j', (code, signal, expected) => {
    expect(exitCodeOf(code, signal)).toBe(expected)
  })

  it.each([
    ['SIGTERM', false, 'SIGTERM'],
    ['SIGTERM', true, 'SIGTERM'],
    ['SIGINT', false, 'SIGINT'],
    // Ctrl-C reaches the program by itself: a second signal would interrupt its orderly end.
    ['SIGINT', true, undefined],
  ] as const)('on %s, in a terminal: %j, sends %j to its program', (reason, isTerminal, expected) => {
    expect(signalFor(reason, isTerminal)).toBe(expected)
  })
})
