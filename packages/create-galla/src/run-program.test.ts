import { describe, expect, it } from 'vitest'
import { type Ended, surviveCtrlC } from './run-program.ts'

/** Runs programs of Node, one after the other. */
const run = (...sources: string[]) =>
  surviveCtrlC(async (program) => {
    const ends: Ended[] = []
    for (const source of sources) ends.push(await program(process.execPath, ['--eval', source], process.cwd()))
    return ends
  })

const DIES_BY_CTRL_C = "process.kill(process.pid, 'SIGINT'); setInterval(() => {}, 1000)"

describe('a program that is run while Ctrl-C is survived', () => {
  it('is done with the exit code 0, and failed with another', async () => {
    expect(await run('', 'process.exit(1)')).toEqual(['done', 'failed'])
  })

  it.each([
    ['dies by Ctrl-C', DIES_BY_CTRL_C],
    ['reports Ctrl-C as its exit code', 'process.exit(130)'],
  ])(
    'is stopped when the program %s before the signal reaches this process, and no other starts',
    async (_, source) => {
      expect(await run(source, '')).toEqual(['stopped', 'stopped'])
    },
  )

  it('failed when there is no such program', async () => {
    expect(await surviveCtrlC((program) => program('no-such-program', [], process.cwd()))).toBe('failed')
  })
})
