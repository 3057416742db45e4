import type { ChildProcess } from 'node:child_process'
import { createGateway, type Gateway } from '@galla/gateway'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { Galla } from '@galla/sdk'
import { freePort } from '@galla/testkit/free-port'
import { expect } from 'vitest'
import { CONSOLE_PASSWORD, type MountedShop } from '../../examples/test/mounted-shop.ts'
import { run } from '../lib/run.mjs'
import { start } from './start-program.ts'

const quiet = { NEXT_TELEMETRY_DISABLED: '1' }

const client = {
  environment: 'SANDBOX',
  clientId: 'tea-stall',
  clientSecret: 'any words will do in the sandbox',
} as const

const CREDENTIALS = {
  GALLA_CLIENT_ID: client.clientId,
  GALLA_CLIENT_SECRET: client.clientSecret,
  GALLA_CALLBACK_USERNAME: 'tea-stall',
  GALLA_CALLBACK_PASSWORD: 'two-cups',
  GALLA_CONSOLE_PASSWORD: CONSOLE_PASSWORD,
}

/** Starts what `next build` has made in a folder. Resolves when it listens. */
export async function startNext(
  folder: string,
  port: number,
  lines: string[],
  env: NodeJS.ProcessEnv,
  program: readonly string[],
): Promise<ChildProcess> {
  const options = {
    cwd: folder,
    env: { ...process.env, ...quiet, ...CREDENTIALS, PORT: String(port), HOSTNAME: '127.0.0.1', ...env },
  }
  const { child, ready } = start(process.execPath, program, options, /Ready in/, lines)
  await ready
  return child
}

export async function stopNext(server: ChildProcess | undefined): Promise<void> {
  const ended = new Promise((resolve) => server?.once('exit', resolve))
  if (server?.kill('SIGTERM')) await ended
}

/** @param next path of Next's program */
export async function buildNext(folder: string, next: string): Promise<void> {
  const built = await run(process.execPath, [next, 'build'], { cwd: folder, env: { ...process.env, ...quiet } })
  expect(built.ok, built.output).toBe(true)
}

/** The built shop of a folder beside a sandbox of its own. `lines` collects what the shop prints. */
export async function serveShop(folder: string, next: string, database: string, lines: string[]): Promise<MountedShop> {
  const sandbox: ServedSandbox = await serveSandbox({ port: 0 })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { GALLA_PROVIDER_URL: sandbox.url, GALLA_DATABASE: database, SHOP_URL: url }
  const server = await startNext(folder, port, lines, env, [next, 'start', '-p', String(port), '-H', '127.0.0.1'])
  // A second gateway on the same database, as in another replica; it starts no workers.
  const gateway: Gateway = await createGateway({
    ...client,
    client: ({ tokenStore }) => new Galla({ ...client, clientVersion: 1, hosts: sandbox.url, tokenStore }),
    database,
    callbackCredentials: { username: 'tea-stall', password: 'two-cups' },
  })
  const fulfilled = () => lines.flatMap((line) => /^(\S+): ₹499\.00 paid$/.exec(line)?.[1] ?? [])
  const close = async () => {
    await gateway.stop()
    await stopNext(server)
    await sandbox.close()
  }
  return { url, provider: sandbox.url, orders: gateway.orders, returns: gateway.returns, fulfilled, close }
}

/** Differences of Next from the other frameworks. */
export const NEXT_DIFFERENCES = {
  redirectsSlashes: true,
  // The route reads the form whole; its text is too long for a reference.
  formRefusal: 400,
  signs: { mode: 'classic', username: 'tea-stall', password: 'two-cups' },
}
