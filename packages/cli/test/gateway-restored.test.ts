import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGateway } from '@galla/gateway'
import { inr } from '@galla/sdk'
import { expect, it } from 'vitest'
import { COMPLETE } from './gateway-variables.ts'
import { runCli } from './run-cli.ts'

it('galla gateway restored marks the database, whose health then shows what is left to compare', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'galla-restored-'))
  const settings = {
    environment: 'SANDBOX',
    clientId: COMPLETE.GALLA_CLIENT_ID,
    clientSecret: COMPLETE.GALLA_CLIENT_SECRET,
    database: folder,
    callbackCredentials: { username: 'tea_stall', password: 'two cups 2' },
  } as const
  const restoreOf = async () => {
    const gateway = await createGateway(settings)
    const cart = { amount: inr('499'), checkout: 'CUSTOM', redirectUrl: 'https://shop.example/thanks' } as const
    await gateway.orders.start({ ...cart, reference: 'one', merchantOrderId: 'one' })
    const { checks } = await gateway.health()
    await gateway.stop()
    return checks.find(({ name }) => name === 'restore')
  }
  try {
    expect(await restoreOf()).toEqual({ name: 'restore', ok: true })
    const env = { ...COMPLETE, GALLA_DATABASE: folder }
    const { code, out } = await runCli(['gateway', 'restored', '--json'], { env })
    expect(code).toBe(0)
    const { restoredAtMs } = JSON.parse(out)
    expect(await restoreOf()).toEqual({ name: 'restore', ok: false, restoredAtMs, compared: 0 })
    expect(await runCli(['gateway', 'restored'], { env })).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Orders created before 20.*Z are compared with the provider/),
    })
    expect((await runCli(['gateway', 'restored', 'now'], { env })).code).toBe(2)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
