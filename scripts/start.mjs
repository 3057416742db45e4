import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { setup } from './setup.mjs'

// `npm start`: a shop's whole back room on your machine until Ctrl-C. `-- --once`: one payment, one refund, and an exit code.
const { values } = parseArgs({
  options: { once: { type: 'boolean' }, json: { type: 'boolean' }, port: { type: 'string', default: '4500' } },
})
if (!/^\d{1,5}$/.test(values.port)) {
  console.error(`--port takes a number, 0 for any free port; got '${values.port}'`)
  process.exit(2)
}
const say = values.json ? () => {} : console.log
/** Ctrl-C counts from the first moment on; a second one ends the program at once. */
const stopped = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve)
  // npm ends at a signal without telling what it started: a shop whose npm is gone was meant to close as well.
  const parent = process.ppid
  if (process.env.npm_command) setInterval(() => process.ppid !== parent && resolve(), 500).unref()
})

await setup()
// Only now: what these import may just have been installed and built.
const { build } = await import('./build.mjs')
const { failed } = await build({ quiet: true, tell: console.error })
if (failed.length > 0) process.exit(1)
const [{ inr }, { openShop }, { once, shortEvent }] = await Promise.all([
  import('@galla/sdk'),
  import('./lib/shop.mjs'),
  import('./once.mjs'),
])

const shop = await openShop({
  port: Number(values.port),
  onEvent: (event) => values.once || say(shortEvent(event)),
})
const provider = shop.sandbox.url
const gateway = `${shop.url}/payments`

if (values.once) {
  if (values.json) console.log(JSON.stringify({ ready: { provider, gateway } }))
  say(`One payment and one refund, through the books, against ${provider}\n`)
  const wrong = await once({ shop, tell: say })
  if (values.json) console.log(JSON.stringify({ once: { agree: wrong.length === 0, disagreements: wrong } }))
  if (wrong.length > 0) {
    console.error(`\nThe books are wrong:\n${wrong.map((line) => `  ✗ ${line}`).join('\n')}`)
    process.exitCode = 1
  } else
    say('\n✓ What the provider holds, what the callbacks said, what the SDK returned and what the books say agree.')
} else {
  const { redirectUrl } = await shop.gateway.orders.start({
    reference: `tea-${randomBytes(4).toString('hex')}`,
    amount: inr('499.00'),
    checkout: 'STANDARD',
    redirectUrl: `${shop.url}/thanks`,
  })
  if (values.json) {
    console.log(JSON.stringify({ ready: { provider, page: redirectUrl, control: `${provider}/_sandbox`, gateway } }))
  }
  say(`The provider is on your machine, and a shop's books beside it.

  provider      ${provider}
  pay ₹499.00   ${redirectUrl}
  control API   ${provider}/_sandbox/orders
  books         ${gateway}

Open the second address, pay, and watch the callbacks arrive here. Ctrl-C stops everything.
`)
  await stopped
}
await shop.close()
