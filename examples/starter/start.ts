import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { serveSandbox } from '@galla/sandbox'

const { PORT = '3000', SANDBOX_PORT = '4500' } = process.env
const shopUrl = `http://127.0.0.1:${PORT}`
const callbacks = { username: 'tea_stall', password: 'Two4cups9' }
const WAIT_MS = 250

/** Starts the sandbox and the shop, whose program is in the arguments, and shows a payment page. Orders are kept until the end. */
async function start([name = '', ...options]: readonly string[]): Promise<void> {
  if (await answers(shopUrl))
    throw new Error(`Another program answers at ${shopUrl}: stop it, or set PORT to a free port.`)
  const folder = await mkdtemp(join(tmpdir(), 'galla-shop-'))
  const sandbox = await serveSandbox({
    port: Number(SANDBOX_PORT),
    callbacks: { url: `${shopUrl}/payments/callbacks`, ...callbacks },
  })
  const shop = spawn(process.execPath, [resolve(name), ...options], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // In a group of its own: Ctrl-C reaches the shop once, through this program.
    detached: true,
    env: {
      ...process.env,
      PORT,
      SHOP_URL: shopUrl,
      GALLA_ENVIRONMENT: 'SANDBOX',
      GALLA_PROVIDER_URL: sandbox.url,
      GALLA_CLIENT_ID: 'tea-stall',
      GALLA_CLIENT_SECRET: 'any words will do in the sandbox',
      GALLA_CALLBACK_USERNAME: callbacks.username,
      GALLA_CALLBACK_PASSWORD: callbacks.password,
      GALLA_DATABASE: join(folder, 'gateway'),
      GALLA_CONSOLE_PASSWORD: 'one cup of tea',
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => shop.kill(signal))
  // The shell of npm ends on a signal and passes none on.
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && shop.kill('SIGTERM'), WAIT_MS).unref()
  const ended = once(shop, 'exit')

  while (shop.exitCode === null && shop.signalCode === null && !(await answers(shopUrl))) await wait(WAIT_MS)
  if (shop.exitCode === null && shop.signalCode === null) {
    const page = await buy()
    console.log(`\nShop:         ${shopUrl}/\nPayment page: ${page}\nCtrl-C ends both.`)
    if (process.stdout.isTTY && !process.env.CI) open(page)
  }

  const [code] = await ended
  await sandbox.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: WAIT_MS })
  process.exitCode = code ?? 0
}

/** Path of a program: a file such as `./server.js`, or a module of a package. */
const resolve = (name: string): string => createRequire(join(process.cwd(), 'package.json')).resolve(name)

/** Buys as a browser does, and returns the address of the payment page. */
async function buy(): Promise<string> {
  const body = new URLSearchParams({ cart: `cart-${Date.now()}` })
  const response = await fetch(`${shopUrl}/buy`, { method: 'POST', body, redirect: 'manual' })
  const page = response.headers.get('location')
  return page ?? `none, because POST /buy answered ${response.status}: ${await response.text()}`
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  )

/** Opens the page in the browser of this machine. Without a browser, the printed address is enough. */
function open(page: string): void {
  const command = process.platform === 'darwin' ? 'open' : process.platform === 'win32' ? 'explorer.exe' : 'xdg-open'
  spawn(command, [page], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}

start(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
