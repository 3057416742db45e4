import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../lib/run.mjs'
import { bun, deno, nodeOf } from '../lib/runtimes.mjs'
import { PROGRAMS } from './programs.ts'
import { emptyProject, installPackedSdk } from './project.ts'

/** Each runtime, and how it starts a program. */
const RUNTIMES: readonly [name: string, start: () => Promise<[binary: string, ...args: string[]]>][] = [
  ['Node 20', async () => [await nodeOf(20)]],
  ['Node 22', async () => [await nodeOf(22)]],
  ['Node 24', async () => [await nodeOf(24)]],
  ['Bun', async () => [await bun()]],
  // Only what a merchant's backend needs: the network, and its own settings.
  ['Deno', async () => [await deno(), 'run', '--no-prompt', '--allow-net=127.0.0.1', '--allow-env', '--allow-read=.']],
]

describe('the packed sdk', () => {
  const project = emptyProject()
  let sandbox: ServedSandbox

  beforeAll(async () => {
    sandbox = await serveSandbox({ port: 0 })
    await installPackedSdk(project)
    project.write(PROGRAMS)
  })
  afterAll(async () => {
    await sandbox?.close()
    project.remove()
  })

  it('brings nothing along', () => {
    const installed = readdirSync(join(project.path, 'node_modules')).filter((name) => !name.startsWith('.'))
    expect(installed).toEqual(['@galla'])
    expect(readdirSync(join(project.path, 'node_modules/@galla'))).toEqual(['sdk'])
  })

  describe.each(RUNTIMES)('on %s', (name, start) => {
    it.for(Object.keys(PROGRAMS))('pays in %s and exits by itself', async (program, { signal }) => {
      const merchantOrderId = `${program}-${name}`.replace(/[ .]/g, '-')
      const [binary, ...args] = await start()
      const { ok, output } = await run(binary, [...args, program, sandbox.url, merchantOrderId], {
        cwd: project.path,
        signal,
      })
      expect(output).not.toContain('canary-secret')
      expect({ ok, output }).toEqual({ ok: true, output: expect.stringMatching(/^\{.*\}\n$/) })
      expect(JSON.parse(output)).toMatchObject({ state: 'PENDING', redirectUrl: expect.stringContaining(sandbox.url) })

      const held = await fetch(`${sandbox.url}/_sandbox/orders/${merchantOrderId}`)
      expect(await held.json()).toMatchObject({ merchantOrderId, amount: 49_900, state: 'PENDING' })
    })
  })
})
