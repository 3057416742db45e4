import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { isAlive, isServerOf, parsePostmaster } from './postmaster.ts'

describe('parsePostmaster', () => {
  it('reads a file of PostgreSQL 18', () => {
    const text = '27474\n/srv/data-18\n1795201289\n5432\n/srv/a, b/socket\n\n  2146676         4\nready   \n'
    expect(parsePostmaster(text)).toEqual({ pid: 27_474, socketFolder: '/srv/a, b/socket' })
  })

  it('returns no socket folder for a file that is being written', () => {
    expect(parsePostmaster('27474\n/srv/data-18\n')).toEqual({ pid: 27_474, socketFolder: undefined })
    expect(parsePostmaster('').pid).toBeNaN()
  })
})

describe('isAlive and isServerOf', () => {
  it('isAlive is true until the process has ended', () => {
    expect(isAlive(process.pid)).toBe(true)
    expect(isAlive(spawnSync('true').pid)).toBe(false)
    for (const none of [Number.NaN, 0, -1]) expect(isAlive(none)).toBe(false)
  })

  it('isServerOf is false for another folder and for a dead process', () => {
    expect(isServerOf(process.pid, '/nowhere')).toBe(false)
    expect(isServerOf(spawnSync('true').pid, process.cwd())).toBe(false)
  })
})

describe.runIf(process.platform === 'linux')('on Linux', () => {
  it('isServerOf compares the working directory', () => expect(isServerOf(process.pid, process.cwd())).toBe(true))
})
