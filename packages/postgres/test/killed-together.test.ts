import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { type OtherProcess, otherProcesses } from './helpers/other-processes.ts'
import { childrenOf, pidOf } from './helpers/server-process.ts'
import { query, testServers } from './helpers/test-servers.ts'

const { newFolder, start } = testServers()
const startProcess = otherProcesses()

async function connectionOf({ started }: OtherProcess) {
  const result = await started
  if ('error' in result) throw new Error(result.error)
  return result
}

describe('a start directly after SIGKILL of the process and of its server', () => {
  it.each(['the server alone', 'the server and its backends', 'the process first'])(
    'opens the folder: %s',
    async (what) => {
      const folder = await newFolder()
      await (await start({ folder })).stop()
      for (let round = 0; round < 2; round += 1) {
        const first = startProcess({ folder })
        const server = await connectionOf(first)
        await query(server, 'create table if not exists cups (id int)')
        const pid = await pidOf(server)
        const backends = childrenOf(pid)
        const exited = once(first.process, 'exit')
        const killServer = () => {
          process.kill(pid, 'SIGKILL')
          if (what === 'the server and its backends') for (const one of backends) process.kill(one, 'SIGKILL')
        }
        if (what === 'the process first') first.process.kill('SIGKILL')
        killServer()
        first.process.kill('SIGKILL')
        const second = startProcess({ folder })
        await exited
        expect(await query(await connectionOf(second), 'select id from cups')).toEqual([])
        const stopped = once(second.process, 'exit')
        second.process.kill('SIGKILL')
        await stopped
      }
    },
  )
})
