import { startOptions } from './lib/start-options.mjs'
import { setup } from './setup.mjs'

// `npm start`: a tea stall and everything behind it on your machine until Ctrl-C. `-- --once`: one payment, one refund, and an exit code.
const options = readOptions()
const say = options.json ? () => {} : console.log
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
const [{ openStall }, { once, shortEvent }] = await Promise.all([import('./lib/shop.mjs'), import('./once.mjs')])

const stall = await openStall({ ...options, onEvent: (event) => options.once || say(shortEvent(event)) }).catch(
  (error) => {
    console.error(error.message)
    if (options.data) console.error(`\nTo begin with an empty shop: npm start -- --fresh`)
    process.exit(1)
  },
)
const { url: shop, consoleUrl, consolePassword, sandbox } = stall
if (options.json) {
  const gateway = `${shop}/payments`
  const control = `${sandbox.url}/_sandbox`
  console.log(
    JSON.stringify({ ready: { provider: sandbox.url, shop, console: consoleUrl, consolePassword, control, gateway } }),
  )
}
if (options.once) {
  say(`One payment and one refund, through shop and books, against ${sandbox.url}\n`)
  const wrong = await once({ stall, tell: say })
  if (options.json) console.log(JSON.stringify({ once: { agree: wrong.length === 0, disagreements: wrong } }))
  if (wrong.length > 0) {
    console.error(`\nThe books are wrong:\n${wrong.map((line) => `  ✗ ${line}`).join('\n')}`)
    process.exitCode = 1
  } else
    say('\n✓ What the provider holds, what the callbacks said, what the SDK returned and what the books say agree.')
} else {
  say(`The tea stall is open.

  shop        ${shop}
  console     ${consoleUrl}   password ${consolePassword}
  provider    ${sandbox.url}   control API /_sandbox/orders

Buy some tea: no money moves. The callbacks arrive here as they come.
${rememberedBy(stall)} Ctrl-C closes it.
`)
  await stopped
}
await stall.close()

function readOptions() {
  try {
    return startOptions(process.argv.slice(2))
  } catch (error) {
    console.error(error.message)
    process.exit(2)
  }
}

function rememberedBy({ kept }) {
  if (kept) return 'Orders are remembered until the next time; with --fresh it begins empty.'
  return options.data
    ? 'Another one has the books open already: this one begins empty and forgets everything.'
    : 'It begins empty and forgets everything.'
}
