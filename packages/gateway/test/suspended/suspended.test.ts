import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type ForgetfulProxy, forgetfulProxy, LOSSES } from '@galla/testkit/forgetful-proxy'
import { sharedServer } from '@galla/testkit/shared-postgres'
import { build } from 'esbuild'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { migratedTemplate } from '../helpers/migrated-template.ts'

const packageFolder = fileURLToPath(new URL('../..', import.meta.url))
let folder: string

beforeAll(async () => {
  // Inside the package, so that the bundle finds the driver; ignored by git.
  await mkdir(join(packageFolder, '.cache'), { recursive: true })
  folder = await mkdtemp(join(packageFolder, '.cache', 'suspended-'))
  await build({
    entryPoints: [join(packageFolder, 'test/suspended/shop.ts')],
    outfile: join(folder, 'shop.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['galla-source'],
    external: ['pg', '@galla/postgres', 'prom-client', 'pino', 'zod', 'openid-client'],
    banner: { js: `import { createRequire as cr } from 'node:module'; const require = cr(import.meta.url)` },
  })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const ALL_DONE = Array.from({ length: 6 }, () => ['accepted', 'PENDING']).flat()

/** Returns the states of callbacks and orders before and after a suspension. SIGSTOP stops the timers too; the clock of the wall is simulated. */
async function suspended(database: object, proxy: ForgetfulProxy, whileAway: () => void): Promise<string[][]> {
  const own = { ...database, host: '127.0.0.1', port: proxy.port }
  const child = spawn(process.execPath, [join(folder, 'shop.mjs'), JSON.stringify({ database: own })], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })
  const [before] = await once(lines, 'line')
  child.kill('SIGSTOP')
  whileAway()
  // Waits in the pipe: what wakes the process comes before any of its timers.
  child.stdin.write('30000')
  child.kill('SIGCONT')
  const [after] = await once(lines, 'line')
  return [before, after].map((line) => JSON.parse(line))
}

describe('a gateway that was suspended, while the database has lost its connections', () => {
  it.each(LOSSES)('stores every callback and starts every order, once: %s', async (how) => {
    const { connection } = await sharedServer()
    const { connection: database, drop } = await (await migratedTemplate(connection)).fresh()
    const proxy = await forgetfulProxy({ path: join(connection.host, `.s.PGSQL.${connection.port}`) })
    onTestFinished(async () => {
      await proxy[Symbol.asyncDispose]()
      await drop()
    })
    expect(await suspended(database, proxy, () => proxy.lose(how))).toEqual([ALL_DONE, ALL_DONE])
    const client = new Client(database)
    await client.connect()
    const { rows } = await client.query(
      'select (select count(*)::int from galla.callbacks) as "callbacks", (select count(*)::int from galla.orders) as "orders"',
    )
    await client.end()
    expect(rows).toEqual([{ callbacks: 12, orders: 12 }])
  })
})
