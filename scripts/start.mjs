import { randomBytes } from 'node:crypto'
import { startOptions } from './lib/start-options.mjs'
import { setup } from './setup.mjs'

// `npm start`: the provider on your machine until Ctrl-C. `-- --once`: one payment, one refund, and an exit code.
const values = optionsOrExit()
const say = values.json ? () => {} : console.log
/** Ctrl-C counts from the first moment on; a second one ends the program at once. */
const stopped = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve)
})

await setup()
// Only now: what these import may just have been installed and built.
const { build } = await import('./build.mjs')
const { failed } = await build({ quiet: true, tell: console.error })
if (failed.length > 0) process.exit(1)
const [{ serveSandbox }, { createCallbacks, Galla, inr }, { openTill }, { once, shortEvent }] = await Promise.all([
  import('@galla/sandbox'),
  import('@galla/sdk'),
  import('./lib/till.mjs'),
  import('./once.mjs'),
])

// Made up at each start: nothing to keep, nothing to leak.
const secret = { username: 'tea-stall', password: randomBytes(12).toString('base64url') }
const till = await openTill(createCallbacks(secret), { onEvent: (event) => values.once || say(shortEvent(event)) })
const sandbox = await serveSandbox({
  port: values.port,
  fallbackToFreePort: true,
  callbacks: { url: `${till.url}/callbacks`, mode: 'classic', ...secret },
  // A till is no place to wait for a bank's three seconds.
  refundAutoSettle: { acceptAfterMs: 100, completeAfterMs: 300 },
})
const clientSecret = randomBytes(12).toString('base64url')
const galla = new Galla({ clientId: 'tea-stall', clientSecret, clientVersion: 1, hosts: sandbox.url })
const provider = sandbox.url

if (values.once) {
  if (values.json) console.log(JSON.stringify({ ready: { provider } }))
  say(`One payment and one refund against ${provider}\n`)
  const wrong = await once({ galla, provider, till, tell: say })
  if (values.json) console.log(JSON.stringify({ once: { agree: wrong.length === 0, disagreements: wrong } }))
  if (wrong.length > 0) {
    console.error(`\nThe books are wrong:\n${wrong.map((line) => `  ✗ ${line}`).join('\n')}`)
    process.exitCode = 1
  } else say('\n✓ What the provider holds, what the callbacks said and what the SDK returned agree.')
} else {
  const merchantOrderId = `tea-${randomBytes(4).toString('hex')}`
  const { redirectUrl } = await galla.standardCheckout.pay({
    merchantOrderId,
    amount: inr('499.00'),
    redirectUrl: `${till.url}/thanks`,
  })
  if (values.json)
    console.log(
      JSON.stringify({ ready: { provider, page: redirectUrl, control: `${provider}/_sandbox`, till: till.url } }),
    )
  say(`The provider is on your machine, and a till beside it.

  provider      ${provider}
  pay ₹499.00   ${redirectUrl}
  control API   ${provider}/_sandbox/orders
  callbacks to  ${till.url}/callbacks

Open the second address, pay, and watch the till here. Ctrl-C stops everything.
`)
  await stopped
}
await Promise.all([galla.close(), sandbox.close(), till.close()])

function optionsOrExit() {
  try {
    return startOptions(process.argv.slice(2))
  } catch (error) {
    console.error(error.message)
    process.exit(2)
  }
}
