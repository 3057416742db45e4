import { closeSync, existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { logSize, openLog, readLog } from './launch.ts'

const folder = mkdtempSync(join(tmpdir(), 'galla-log-'))
const path = join(folder, 'server.log')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function append(text: string): void {
  const file = openLog(path)
  writeSync(file, text)
  closeSync(file)
}

describe('the server log', () => {
  it('is read from a position on, and at most so many bytes', () => {
    expect(logSize(path)).toBe(0)
    append('first\n')
    const from = logSize(path)
    append('second\n')
    expect(readLog(path)).toBe('first\nsecond')
    expect(readLog(path, from)).toBe('second')
    expect(readLog(path, 0, 4)).toBe('ond')
  })

  it('moves to server.log.old when it exceeds 1 MiB', () => {
    writeFileSync(path, '')
    truncateSync(path, 1024 * 1024)
    append('still fits\n')
    expect(existsSync(`${path}.old`)).toBe(false)
    append('next\n')
    expect(readLog(path)).toBe('next')
    expect(logSize(`${path}.old`)).toBe(1024 * 1024 + 11)
  })
})
