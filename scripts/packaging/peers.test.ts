import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { at } from '../lib/paths.mjs'
import { run } from '../lib/run.mjs'
import { nodeOf } from '../lib/runtimes.mjs'
import { installedProject } from './merchant-project.ts'

const PACKAGES = ['sdk', 'sandbox', 'postgres', 'gateway', 'react']

/** The first version of the range of each dependency of a package that is not ours. */
const lowestDependencies = Object.fromEntries(
  PACKAGES.flatMap((folder) => {
    const { dependencies = {} } = JSON.parse(readFileSync(at('packages', folder, 'package.json'), 'utf8'))
    return Object.entries<string>(dependencies).flatMap(([name, range]) =>
      range.startsWith('^') ? [[name, range.slice(1)] as const] : [],
    )
  }),
)

/**
 * The lowest and the highest versions that the ranges in our package.json files allow and that Node 20 runs. A merchant may
 * have either. npm chooses the highest version of a dependency by itself.
 */
const ENDS = [
  ['lowest', { ...lowestDependencies, nodemailer: '6.9.0', undici: '6.0.0', react: '18.2.0', 'react-dom': '18.2.0' }],
  ['highest', { nodemailer: '10', undici: '7', react: '19', 'react-dom': '19', pg: '8', hono: '4' }],
] as const

const UNDICI = `
import { serveSandbox } from '@galla/sandbox'
import { Galla, inr } from '@galla/sdk'
import { undiciTransport } from '@galla/sdk/undici'

const sandbox = await serveSandbox({ port: 0 })
const fetch = undiciTransport()
const galla = new Galla({ clientId: 'a', clientSecret: 'b', clientVersion: 1, hosts: sandbox.url, fetch })
const { state } = await galla.standardCheckout.pay({
  merchantOrderId: 'order-42', amount: inr('499.00'), redirectUrl: 'https://shop.example/thanks',
})
await galla.close()
await fetch.close?.()
await sandbox.close()
console.log(state)
`

const EMAIL = `
import { createServer } from 'node:net'
import { email } from '@galla/gateway/email'

const lines = []
const server = createServer((socket) => {
  let data = false
  socket.write('220 mail.example\\r\\n')
  socket.on('data', (bytes) => {
    for (const line of String(bytes).split('\\r\\n').slice(0, -1)) {
      lines.push(line)
      if (data && line !== '.') continue
      if (line === 'DATA') data = true
      else if (line === '.') data = false
      socket.write(line === 'DATA' ? '354 go on\\r\\n' : line === 'QUIT' ? '221 bye\\r\\n' : '250 ok\\r\\n')
      if (line === 'QUIT') socket.end()
    }
  })
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const notifier = email({
  smtp: 'smtp://127.0.0.1:' + server.address().port,
  from: 'Tea stall <payments@shop.example>',
  shop: 'Tea stall',
  to: () => ({ address: 'payer@mail.example' }),
})
const order = { reference: 'cart-7', merchantOrderId: 'order-42', amount: 49900, resolution: 'fulfil' }
await notifier.notify({ event: 'order.completed', notificationId: 'n-1', order })
server.close()
console.log(lines.filter((line) => /^RCPT|^From:/.test(line)).join(' '))
`

const REACT = `
import { CheckoutButton, GallaProvider, inr } from '@galla/react'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'

const button = createElement(CheckoutButton, { amount: inr('499.00'), startOrder: async () => ({ payerToken: 'a' }) })
console.log(renderToString(createElement(GallaProvider, { gatewayUrl: '/payments', locale: 'hi' }, button)))
`

/** The program in the package's README, which starts a gateway on an embedded PostgreSQL. */
const [, GATEWAY = ''] =
  /^```ts\n([\s\S]*?)^```$/m.exec(readFileSync(at('packages/gateway/README.md'), 'utf8').replaceAll(' as const', '')) ??
  []

describe.each(ENDS)('the packed packages with the %s allowed versions', (_, versions) => {
  const wanted = Object.entries(versions).map(([name, version]) => `${name}@${version}`)
  const project = installedProject(PACKAGES, ['--prefer-offline', ...wanted], {
    'undici.mjs': UNDICI,
    'email.mjs': EMAIL,
    'react.mjs': REACT,
    'gateway.mjs': GATEWAY,
  })

  it.each([
    ['undici', 'PENDING'],
    ['email', 'RCPT TO:<payer@mail.example> From: Tea stall <payments@shop.example>'],
    ['react', '₹499.00'],
    ['gateway', 'COMPLETED'],
  ])('run with %s', async (name, printed) => {
    const { ok, output } = await run(process.execPath, [`${name}.mjs`], { cwd: project.path })
    expect({ ok, output }).toEqual({ ok: true, output: expect.stringContaining(printed) })
  })

  it('share one copy of each with the merchant', () => {
    for (const name of Object.keys(lowestDependencies)) {
      const { version } = JSON.parse(readFileSync(`${project.path}/node_modules/${name}/package.json`, 'utf8'))
      expect(version.startsWith((versions as Record<string, string>)[name] ?? '')).toBe(true)
      for (const ours of PACKAGES)
        expect(existsSync(`${project.path}/node_modules/@galla/${ours}/node_modules/${name}`)).toBe(false)
    }
  })
})

describe('the packed SDK with undici 8, which needs Node 22', () => {
  const project = installedProject(['sdk', 'sandbox'], ['--prefer-offline', 'undici@8'], { 'undici.mjs': UNDICI })

  it('runs', async () => {
    const { ok, output } = await run(await nodeOf('22'), ['undici.mjs'], { cwd: project.path })
    expect({ ok, output }).toEqual({ ok: true, output: expect.stringContaining('PENDING') })
  })
})
