import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGateway } from '@galla/gateway'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from './run-cli.ts'

const OWNER = { environment: 'SANDBOX', clientId: 'tea-stall', clientSecret: 'a secret' } as const
const CALLBACKS = { username: 'tea_stall', password: 'two cups 2' }

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galla-statements-'))
  const gateway = await createGateway({ ...OWNER, database: join(folder, 'data'), callbackCredentials: CALLBACKS })
  await gateway.stop()
  await writeFile(
    join(folder, 'january.csv'),
    'Date,Narration,Debit,Credit\n09/01/26,NEFT*YESB0000001*YESAP61641609940*PhonePe Limited,,487.22\n10/01/26,RENT,5.00,\n',
  )
  await writeFile(join(folder, 'broken.csv'), 'Date,Narration,Debit,Credit\n09/13/26,X,,4.00\n')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const statements = (...args: string[]) =>
  runCli(['statements', ...args], {
    env: {
      GALLA_ENVIRONMENT: OWNER.environment,
      GALLA_CLIENT_ID: OWNER.clientId,
      GALLA_CLIENT_SECRET: OWNER.clientSecret,
      GALLA_CALLBACK_USERNAME: CALLBACKS.username,
      GALLA_CALLBACK_PASSWORD: CALLBACKS.password,
      GALLA_DATABASE: join(folder, 'data'),
    },
  })

describe('galla statements', () => {
  it('previews a statement, imports it, knows it the second time, and removes it', async () => {
    const file = join(folder, 'january.csv')
    const preview = await statements('import', file, '--preview')
    expect([preview.code, preview.out]).toEqual([0, expect.stringContaining('1 to store, 1 of no settlement. Nothing')])
    expect(preview.out).toContain('2 lines from 2026-01-09 to 2026-01-10, 1 credits of ₹487.22')
    const imported = await statements('import', file)
    expect(imported.out).toContain('1 stored, 0 known before, 1 of no settlement and not stored.')
    expect(imported.out).toContain('of no settlement  2026-01-09  ₹487.22  YESAP61641609940')
    expect(JSON.parse((await statements('import', file, '--json')).out)).toMatchObject({ stored: 0, known: 1 })
    const report = await statements('report')
    expect([report.code, report.out]).toEqual([
      0,
      expect.stringMatching(/^(\d+) {2}2026-01-09 to 2026-01-10 {2}1 line stored/),
    ])
    expect(report.out).toContain('0 settlements of ₹0.00 credited')
    const number = report.out.split(' ')[0] ?? ''
    expect((await statements('remove', number)).out).toContain(`Statement ${number} is removed.`)
    expect(await statements('remove', number)).toMatchObject({
      code: 1,
      err: expect.stringContaining('no bank statement'),
    })
  })

  it.each([
    [[], /needs one of import, report, remove/],
    [['import'], /needs the file of a bank statement/],
    [['import', 'a.csv', 'b.csv'], /import one file at a time/],
    [['remove'], /needs the number of a statement/],
    [['remove', 'all'], /needs the number of a statement/],
  ])('refuses %j as a wrong usage', async (args, message) => {
    expect(await statements(...args)).toMatchObject({ code: 2, err: expect.stringMatching(message) })
  })

  it('says why a file is not imported', async () => {
    const none = await statements('import', join(folder, 'none.csv'))
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('cannot be read') })
    const broken = await statements('import', join(folder, 'broken.csv'))
    expect(broken.err).toContain('row 2 has a date that is not day, month and year in this order')
    expect(broken.code).not.toBe(0)
  })
})
