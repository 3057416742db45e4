import { join } from 'node:path'
import { startPostgres } from '@galla/postgres'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { freePort } from '@galla/testkit/free-port'
import { describe, expect, it } from 'vitest'
import { node } from '../lib/run.mjs'
import { emptyProject, tarballOf } from './merchant-project.ts'
import { APPLICATIONS, type PublicApplication, WEBHOOK } from './public-applications/applications.ts'
import { prepare } from './public-applications/prepare.ts'
import { start } from './start-program.ts'

const MINUTE_MS = 60_000

/**
 * Applications that nobody here wrote run unchanged but for their import. Their code is never part of this repository:
 * `GALLA_PUBLIC_SOURCES` names a folder with their sources (`packages/testkit/src/public-source.ts`).
 */
describe.runIf(process.env.GALLA_LONG === '1')('a public application, with the import changed', () => {
  it.for(APPLICATIONS)(
    'takes a payment, receives its callback and refunds: $title ($repository)',
    { timeout: 20 * MINUTE_MS },
    async (app, { skip, onTestFinished }) => {
      const project = emptyProject()
      onTestFinished(() => project.remove())
      const copied = await prepare(app, project.path, tarballOf('sdk'))
      if ('reason' in copied) return skip(`${app.repository}: ${copied.reason}`)
      expect(copied.changed).toBeGreaterThan(0)
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const sandbox = await serveSandbox({ port: 0, callbacks: { url: `${url}${app.callbackPath}`, ...WEBHOOK } })
      onTestFinished(() => sandbox.close())
      const database = app.needsDatabase && (await startPostgres({ folder: join(project.path, '.db'), durable: false }))
      if (database) onTestFinished(async () => void (await database.stop()))
      const env = {
        ...process.env,
        NODE_ENV: 'development',
        ...app.env(url),
        GALLA_HOSTS: sandbox.url,
        ...(database ? { DATABASE_URL: database.url } : {}),
      }
      const running = start(process.execPath, app.args(port), { cwd: project.path, env }, app.ready)
      onTestFinished(async () => {
        running.child.kill('SIGTERM')
        await running.ended
      })
      await running.ready

      try {
        await takePayment(app, url, sandbox, running.lines)
      } catch (error) {
        throw new Error(`${app.repository} printed:\n${running.lines.slice(-40).join('\n')}`, { cause: error })
      }
      if (app.tsconfig) {
        const args = ['node_modules/typescript/bin/tsc', '--noEmit', '-p', app.tsconfig]
        const compiled = await node(args, { cwd: project.path })
        expect(compiled).toMatchObject({ ok: true, output: '' })
      }
    },
  )
})

async function takePayment(app: PublicApplication, url: string, sandbox: ServedSandbox, lines: readonly string[]) {
  const { merchantOrderId, pageUrl } = await app.pay(url)
  expect((await fetch(pageUrl)).status).toBe(200)
  expect((await sandbox.order(merchantOrderId)).amount).toBeGreaterThanOrEqual(49_900)

  await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
  await sandbox.idle()
  const [callback] = sandbox.deliveries().filter(({ id }) => id === merchantOrderId)
  expect(callback?.answer).toMatchObject({ status: app.answersCallback })
  expect(lines.some((line) => app.accepts.test(line))).toBe(true)
  if (app.isPaid) expect(await app.isPaid(url, merchantOrderId)).toBe(true)

  // A forged callback is refused by the same code.
  const before = lines.filter((line) => app.accepts.test(line)).length
  const body = callback?.request.body ?? ''
  const headers = { 'content-type': 'application/json', authorization: 'SHA256(forged)' }
  await (await fetch(`${url}${app.callbackPath}`, { method: 'POST', body, headers })).text()
  expect(lines.filter((line) => app.accepts.test(line))).toHaveLength(before)

  if (!app.refund) return
  await app.refund(url, merchantOrderId)
  const listed = await sandbox.fetch(`${sandbox.url}/_sandbox/refunds?merchantOrderId=${merchantOrderId}`)
  const { refunds } = await listed.json()
  const [refund] = refunds
  if (!refund) throw new Error('the provider knows no refund of the order')
  await sandbox.simulateRefund(refund.merchantRefundId, { outcome: 'SUCCESS' })
  await sandbox.idle()
  const delivered = sandbox.deliveries().filter(({ id }) => id === refund.merchantRefundId)
  expect(delivered.length).toBeGreaterThan(0)
  for (const one of delivered) expect(one.answer).toMatchObject({ status: app.answersCallback })
  expect((await sandbox.order(merchantOrderId)).refundableAmount).toBe(0)
}
