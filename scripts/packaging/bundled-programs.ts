/** Programs of a merchant that are bundled with everything they import. Each prints what it saw as one line of JSON. */
export const BUNDLED_PROGRAMS: { readonly [file: string]: string } = {
  // All packages for a server: an order is paid at the provider, its callback completes it, and the pages are served.
  'shop.mjs': `import { createGateway } from '@galla/gateway'
import { Amount } from '@galla/react/components'
import { createSandbox } from '@galla/sandbox'
import { Galla, inr } from '@galla/sdk'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

async function sell() {
  const secret = { username: 'tea-stall', password: 'two-cups-of-7' }
  let gateway
  const sandbox = createSandbox({
    callbacks: { url: 'http://shop.localhost/callbacks', mode: 'classic', ...secret },
    deliver: (url, init) => gateway.fetch(new Request(url, init)),
  })
  const client = { environment: 'SANDBOX', clientId: 'tea-stall', clientSecret: 'any words' }
  const fulfilled = new Promise((resolve) => {
    gateway = createGateway({
      ...client,
      client: ({ tokenStore }) => new Galla({ ...client, clientVersion: 1, fetch: sandbox.fetch, tokenStore }),
      database: process.argv[2].startsWith('{') ? JSON.parse(process.argv[2]) : process.argv[2],
      callbackCredentials: secret,
      console: { password: 'two cups of tea', path: '/admin' },
      on: { 'order.completed': ({ order }) => resolve(order.reference) },
    })
  })
  gateway = await gateway
  await gateway.start()
  const { order, redirectUrl } = await gateway.orders.start({
    reference: 'cart-7',
    amount: inr('499.00'),
    checkout: 'STANDARD',
    redirectUrl: 'https://shop.example/thanks',
  })
  const hosted = await sandbox.fetch(new Request(redirectUrl))
  await sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
  const admin = await gateway.admin.fetch(new Request('http://127.0.0.1/admin/'), { address: '127.0.0.1' })
  const seen = {
    fulfilled: await fulfilled,
    price: renderToStaticMarkup(createElement(Amount, { amount: order.amount })),
    hosted: { status: hosted.status, text: await hosted.text() },
    console: { status: admin.status, text: await admin.text() },
  }
  await gateway.stop()
  await sandbox.close()
  return seen
}
sell().then((seen) => console.log(JSON.stringify(seen)))
`,

  // The embedded PostgreSQL by itself.
  'database.mjs': `import { startPostgres } from '@galla/postgres'

startPostgres({ folder: process.argv[2], durable: false })
  .then((server) => server.stop())
  .then((stopped) => console.log(JSON.stringify({ stopped })), ({ message }) => console.log(JSON.stringify({ message })))
`,

  // The redirect, in this process and in a program that it starts.
  'redirected.mjs': `import '@galla/sandbox/redirect'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const ask = "fetch('https://api.phonepe.com/apis/pg/x').then(({ status }) => console.log(status), () => console.log('not redirected'))"
async function seen() {
  const { status } = await fetch('https://api.phonepe.com/apis/pg/x')
  const child = await promisify(execFile)(process.execPath, ['-e', ask], { env: { ...process.env, CHILD: '1' } })
  return { status, child: child.stdout.trim() }
}
if (process.env.CHILD) console.log('the program again')
else seen().then((seen) => console.log(JSON.stringify(seen)))
`,

  // The command.
  'command.mjs': `import { run } from './node_modules/galla/dist/main.mjs'

run(process.argv.slice(2)).then((code) => { process.exitCode = code })
`,
}
