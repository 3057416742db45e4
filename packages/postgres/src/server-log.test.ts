import { closeSync, existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { logSize, openLog, readLog } from './server-log.ts'

const folder = mkdtempSync(join(tmpdir(), 'galla-log-'))
const path = join(folder, 'server.log')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function say(words: string): void {
  const file = openLog(path)
  writeSync(file, words)
  closeSync(file)
}

describe('the server’s log', () => {
  it('is read from where an attempt began', () => {
    expect(logSize(path)).toBe(0)
    say('first\n')
    const from = logSize(path)
    say('second\n')
    expect(readLog(path)).toBe('first\nsecond')
    expect(readLog(path, from)).toBe('second')
    expect(readLog(path, 0, 4)).toBe('ond')
  })

  it('moves aside when it is full', () => {
    writeFileSync(path, '')
    truncateSync(path, 1024 * 1024)
    say('still fits\n')
    expect(existsSync(`${path}.old`)).toBe(false)
    say('anew\n')
    expect(readLog(path)).toBe('anew')
    expect(logSize(`${path}.old`)).toBe(1024 * 1024 + 11)
  })
})
