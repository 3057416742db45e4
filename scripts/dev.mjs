import { readStartOptions } from './lib/start-options.mjs'
import { stopSignal } from './lib/stop-signal.mjs'
import { setup } from './setup.mjs'

// `npm run dev`: console, checkout page and shop with hot reload against a running gateway and sandbox, until Ctrl-C.
// Servers run what was built: a change in packages/ needs a restart. Development pages have no content security policy.
const options = readStartOptions()
const stopped = stopSignal()

await setup()
// Imported afterwards: setup and build may just have made what these import.
const { build } = await import('./build.mjs')
const { failed } = await build({ quiet: true, print: console.error })
if (failed.length > 0) process.exit(1)
const [{ openDemo }, { openDevPages }] = await Promise.all([import('./lib/demo.mjs'), import('./lib/dev-pages.mjs')])

const demo = await openDemo(options)
const servers = { provider: demo.sandbox.url, shop: demo.url, console: demo.consoleUrl }
const pages = await openDevPages(servers, options.port && options.port + 3).catch(async (error) => {
  await demo.close()
  throw error
})
if (options.json) {
  const { close: _, ...addresses } = pages
  console.log(JSON.stringify({ ready: { ...addresses, consolePassword: demo.consolePassword } }))
} else {
  console.log(`Pages with hot reload:

  shop        ${pages.shop}   server ${servers.shop}
  console     ${pages.console}   server ${servers.console}   password ${demo.consolePassword}
  checkout    ${pages.provider}   server ${servers.provider}

Press Ctrl-C to stop.
`)
}
await stopped
await pages.close()
await demo.close()
