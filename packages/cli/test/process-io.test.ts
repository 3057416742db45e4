import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { endOnOutputError } from '../src/io.ts'

describe('output that cannot be written', () => {
  const failWith = (code: string) => {
    const stdout = new EventEmitter()
    const ended: [number, string][] = []
    endOnOutputError(stdout, (exitCode, message) => void ended.push([exitCode, message]))
    stdout.emit('error', Object.assign(new Error(`write ${code}`), { code }))
    return ended
  }

  it('ends the command without a message when the reader is gone, as in `galla logs | head`', () => {
    expect(failWith('EPIPE')).toEqual([[1, '']])
  })

  it('ends the command with one sentence on a full disk', () => {
    expect(failWith('ENOSPC')).toEqual([[1, 'galla: the output cannot be written: write ENOSPC\n']])
  })
})
