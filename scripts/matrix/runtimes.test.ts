import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Serving, serveSandbox } from '@galla/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../lib/run.mjs'
import { nodeOf } from '../lib/runtimes.mjs'
import { PROGRAMS } from './programs.ts'
import { emptyProject, installPackedSdk } from './project.ts'

describe('the packed sdk', () => {
  const project = emptyProject()
  let sandbox: Serving

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

  describe.each([20, 22, 24])('on Node %i', (major) => {
    it.for(Object.keys(PROGRAMS))('pays in %s and exits by itself', async (program, { signal }) => {
      const merchantOrderId = `${program.replace('.', '-')}-${major}`
      const { ok, output } = await run(await nodeOf(major), [program, sandbox.url, merchantOrderId], {
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
