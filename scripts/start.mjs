import { readStartOptions } from './lib/start-options.mjs'
import { stopSignal } from './lib/stop-signal.mjs'
import { setup } from './setup.mjs'

// `npm start`: the demo shop with provider, gateway and console until Ctrl-C. `-- --once`: one payment, one refund, and an exit code.
const options = readStartOptions()
const print = options.json ? () => {} : console.log
const stopped = stopSignal()

await setup()
// Imported afterwards: setup and build may just have made what these import.
const { build } = await import('./build.mjs')
const { failed } = await build({ quiet: true, print: console.error })
if (failed.length > 0) process.exit(1)
const [{ openDemo }, { formatEvent, payAndRefund }, { makeSubscriptions }] = await Promise.all([
  import('./lib/demo.mjs'),
  import('./lib/demo-payment.mjs'),
  import('./lib/demo-subscriptions.mjs'),
])

const demo = await openDemo({ ...options, onEvent: (event) => options.once || print(formatEvent(event)) }).catch(
  (error) => {
    console.error(error.message)
    if (options.data) console.error('\nTo start with an empty database: npm start -- --fresh')
    process.exit(1)
  },
)
const { url: shop, consoleUrl, consolePassword, sandbox } = demo
if (options.json) {
  const gateway = `${shop}/payments`
  const control = `${sandbox.url}/_sandbox`
  console.log(
    JSON.stringify({ ready: { provider: sandbox.url, shop, console: consoleUrl, consolePassword, control, gateway } }),
  )
}
if (options.once) {
  print(`One payment and one refund through shop and gateway, with ${sandbox.url} as provider\n`)
  const wrong = await payAndRefund({ demo, print })
  if (options.json) console.log(JSON.stringify({ once: { agree: wrong.length === 0, disagreements: wrong } }))
  if (wrong.length > 0) {
    console.error(`\nThe amounts disagree:\n${wrong.map((line) => `  ✗ ${line}`).join('\n')}`)
    process.exitCode = 1
  } else print('\n✓ Provider, callbacks, SDK and gateway agree on every amount and state.')
} else {
  print(`The demo shop is running.

  shop        ${shop}
  console     ${consoleUrl}   password ${consolePassword}
  provider    ${sandbox.url}   control API /_sandbox/orders

Buy some tea: no money moves. Callbacks are printed here as they arrive. The console has sample subscriptions.
${storageNote(demo)} Press Ctrl-C to stop.
`)
  const isStopped = stopped.then(() => true)
  // A stop in the meantime ends them: the demo closes.
  const samples = options.json ? undefined : makeSubscriptions(demo)
  samples?.catch(async (error) => {
    if (!(await Promise.race([isStopped, false]))) console.error(`No sample subscriptions: ${error.message}`)
  })
  await stopped
}
await demo.close()

function storageNote({ persistent }) {
  if (persistent) return 'Orders are kept for the next run; --fresh deletes them.'
  return options.data
    ? 'Another process uses the stored database: this run starts empty and keeps nothing.'
    : 'This run starts empty and keeps nothing.'
}
