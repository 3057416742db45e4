import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { npm } from '../lib/run.mjs'
import { emptyProject, tarballOf } from './merchant-project.ts'

const PACKAGES = ['sdk', 'postgres', 'sandbox', 'gateway', 'create-galla', 'cli']

/** Opens what the packages bring as files, out of Yarn's archives: binaries, workers and the console. */
const PROGRAM = `
import { createGateway } from '@galla/gateway'
import { serveSandbox } from '@galla/sandbox'
import { Galla, inr } from '@galla/sdk'

const sandbox = await serveSandbox({ port: 0 })
const client = { environment: 'SANDBOX', clientId: 'shop', clientSecret: 'any', clientVersion: 1 }
const gateway = await createGateway({
  ...client,
  client: new Galla({ ...client, hosts: sandbox.url }),
  callbackCredentials: { username: 'shop_hook', password: 'Passw0rd99' },
  database: 'data',
  console: { password: 'two cups of tea' },
})
const { order } = await gateway.orders.start({ reference: 'cart-1', amount: inr('499'), checkout: 'STANDARD', redirectUrl: 'https://shop.example/thanks' })
const page = await gateway.admin.fetch(new Request('http://localhost/'), { address: '127.0.0.1' })
console.log(order.state, page.status, (await page.text()).includes('<script'))
await gateway.stop()
await sandbox.close()
`

describe.runIf(process.env.GALLA_LONG === '1')('a project with Yarn and its Plug’n’Play', () => {
  it('runs the gateway, its database, the sandbox and the command', { timeout: 600_000 }, async ({
    skip,
    onTestFinished,
  }) => {
    const project = emptyProject()
    onTestFinished(() => project.remove())
    for (const name of PACKAGES) cpSync(tarballOf(name), join(project.path, `${name}.tgz`))
    const unscoped: { readonly [folder: string]: string } = { cli: 'galla', 'create-galla': 'create-galla' }
    const names = PACKAGES.map((name) => unscoped[name] ?? `@galla/${name}`)
    const packages = Object.fromEntries(names.map((name, index) => [name, `file:./${PACKAGES[index]}.tgz`]))
    const manifest = { name: 'shop', private: true, type: 'module', dependencies: packages, resolutions: packages }
    project.write({ 'package.json': JSON.stringify(manifest), 'yarn.lock': '', 'shop.mjs': PROGRAM })
    const env = { ...process.env, YARN_ENABLE_TELEMETRY: '0', YARN_ENABLE_GLOBAL_CACHE: 'false', CI: '' }
    const yarn = (...args: string[]) =>
      npm(['exec', '--yes', '--package=@yarnpkg/cli-dist@latest', '--', 'yarn', ...args], { cwd: project.path, env })

    const installed = await yarn('install', '--no-immutable')
    if (!installed.ok) return skip(`Yarn could not install: ${installed.output.slice(-200)}`)
    expect(await yarn('node', 'shop.mjs')).toMatchObject({
      ok: true,
      output: expect.stringMatching(/PENDING 200 true/),
    })
    expect(await yarn('galla', '--version')).toMatchObject({ ok: true, output: expect.stringMatching(/galla \d/) })
  })
})
