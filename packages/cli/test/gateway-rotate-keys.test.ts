import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGateway } from '@galla/gateway'
import { inr } from '@galla/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMPLETE } from './gateway-variables.ts'
import { runCli } from './run-cli.ts'

const OWNER = { environment: 'SANDBOX', clientId: 'tea-stall', clientSecret: 'a secret' } as const
const CALLBACKS = { username: 'tea_stall', password: 'two cups 2' }
const [OLD, NEW] = [`old:${randomBytes(32).toString('base64')}`, `new:${randomBytes(32).toString('base64')}`]

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galla-rotate-'))
  const gateway = await createGateway({ ...OWNER, database: folder, callbackCredentials: CALLBACKS, dataKeys: [OLD] })
  const cart = { amount: inr('499'), checkout: 'CUSTOM', redirectUrl: 'https://shop.example/thanks' } as const
  for (const id of ['one', 'two']) await gateway.orders.start({ ...cart, reference: id, merchantOrderId: id })
  await gateway.stop()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const rotate = (keys: string | undefined, env: object = {}, ...options: string[]) =>
  runCli(['gateway', 'rotate-keys', ...options], {
    env: { ...COMPLETE, GALLA_DATABASE: folder, ...env, ...(keys === undefined ? {} : { GALLA_DATA_KEYS: keys }) },
  })

describe('galla gateway rotate-keys', () => {
  it('fails while a key is missing, then encrypts every row with the first key', async () => {
    for (const keys of [undefined, NEW]) {
      const refused = await rotate(keys)
      expect([refused.code, refused.err]).toEqual([
        1,
        expect.stringMatching(/data key "old".*GALLA_DATA_KEYS_LOST=old/s),
      ])
    }
    const missing = await rotate(NEW, { GALLA_DATA_KEYS_LOST: 'old' })
    expect([missing.code, missing.err]).toEqual([
      1,
      expect.stringMatching(/^.*2 rows have a value that none of the keys/m),
    ])

    const { code, out, err } = await rotate(`${NEW},${OLD}`)
    expect([code, out]).toEqual([0, expect.stringMatching(/^2 rows were encrypted with the first key\.$/m)])
    expect(err).toMatch(/^orders: 2 read, 2 encrypted$/m)
    const again = await rotate(NEW, {}, '--json')
    expect(JSON.parse(again.out)).toMatchObject({ encrypted: 0, unreadable: 0 })
  })
})

describe('galla gateway --check', () => {
  it('says when personal data is stored in clear', async () => {
    const check = (env: object) => runCli(['gateway', '--check'], { env: { ...COMPLETE, ...env } })
    expect((await check({})).out).toMatch(/without encryption: GALLA_DATA_KEYS is not set/)
    expect((await check({ GALLA_DATA_KEYS: NEW })).out).not.toMatch(/encryption/)
  })
})
