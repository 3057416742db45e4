import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGateway } from '@galla/gateway'
import { inr } from '@galla/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from './run-cli.ts'

const PHONE = '9876543210'
const OWNER = { environment: 'SANDBOX', clientId: 'tea-stall', clientSecret: 'a secret' } as const

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galla-erase-'))
  const gateway = await createGateway({ ...OWNER, database: folder, callbackCredentials: CALLBACKS })
  const cart = { amount: inr('499'), checkout: 'CUSTOM', redirectUrl: 'https://shop.example/thanks' } as const
  const metaInfo = { udf1: `+91 ${PHONE}` }
  await gateway.orders.start({
    ...cart,
    reference: 'a',
    merchantOrderId: 'theirs',
    metaInfo,
    merchantUserId: 'user-55',
  })
  await gateway.orders.start({ ...cart, reference: 'b', merchantOrderId: 'another' })
  for (const id of ['theirs', 'another']) await gateway.orders.cancel(id)
  await gateway.stop()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const CALLBACKS = { username: 'tea_stall', password: 'two cups 2' }

const erase = (...options: string[]) =>
  runCli(['gateway', 'erase', ...options], {
    env: {
      GALLA_ENVIRONMENT: OWNER.environment,
      GALLA_CLIENT_ID: OWNER.clientId,
      GALLA_CLIENT_SECRET: OWNER.clientSecret,
      GALLA_CALLBACK_USERNAME: CALLBACKS.username,
      GALLA_CALLBACK_PASSWORD: CALLBACKS.password,
      GALLA_DATABASE: folder,
    },
  })

describe('galla gateway erase', () => {
  it('lists the orders of a payer, erases them, and does not find them again', async () => {
    const planned = await erase('--phone', PHONE, '--dry-run')
    expect([planned.code, planned.out]).toEqual([0, expect.stringMatching(/^theirs$/m)])
    expect(planned.out).toMatch(/^1 order: .*Nothing was changed\.$/ms)
    const again = await erase('--user', 'user-55', '--json', '--dry-run')
    expect(JSON.parse(again.out)).toMatchObject({ merchantOrderIds: ['theirs'], orders: 1 })

    const erased = await erase('--phone', PHONE)
    expect([erased.code, erased.out]).toEqual([0, expect.stringMatching(/^1 order/m)])
    expect(JSON.parse((await erase('--user', 'user-55', '--json')).out)).toMatchObject({ orders: 0 })
  })

  it.each([
    [[], /exactly one of --vpa/],
    [['--vpa', 'a@ybl', '--phone', PHONE], /exactly one of --vpa/],
    [['--phone', '12'], /phone must have ten digits/],
    [[PHONE], /name the payer with/],
  ])('refuses %j as a wrong usage', async (options, message) => {
    expect(await erase(...options)).toMatchObject({ code: 2, err: expect.stringMatching(message) })
  })
})
