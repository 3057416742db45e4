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
  folder = await mkdtemp(join(tmpdir(), 'galla-settlements-'))
  const gateway = await createGateway({ ...OWNER, database: join(folder, 'data'), callbackCredentials: CALLBACKS })
  await gateway.stop()
  await writeFile(
    join(folder, 'report.csv'),
    'merchant_order_id,transaction_type,transaction_status,transaction_amount,total_fees,total_tax,utr\norder-1,PAYMENT,COMPLETED,499.00,9.98,1.80,UTR1\n',
  )
  await writeFile(
    join(folder, 'broken.csv'),
    'merchant_order_id,transaction_type,transaction_amount\norder-1,PAYMENT,4.999\n',
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const settlements = (...args: string[]) =>
  runCli(['settlements', ...args], {
    env: {
      GALLA_ENVIRONMENT: OWNER.environment,
      GALLA_CLIENT_ID: OWNER.clientId,
      GALLA_CLIENT_SECRET: OWNER.clientSecret,
      GALLA_CALLBACK_USERNAME: CALLBACKS.username,
      GALLA_CALLBACK_PASSWORD: CALLBACKS.password,
      GALLA_DATABASE: join(folder, 'data'),
    },
  })

describe('galla settlements', () => {
  it('previews a file, imports it with its progress, and knows it the second time', async () => {
    const file = join(folder, 'report.csv')
    const preview = await settlements('import', file, '--preview')
    expect([preview.code, preview.out]).toEqual([0, expect.stringContaining('Nothing was stored.')])
    expect(preview.out).toContain('1 row: 1 payments of ₹499.00')
    const imported = await settlements('import', file)
    expect([imported.code, imported.out]).toEqual([0, expect.stringContaining('1 stored, 0 known before.')])
    expect(imported.err).toContain('1 of 1 rows')
    expect(JSON.parse((await settlements('import', file, '--json')).out)).toMatchObject({ stored: 0, known: 1 })
  })

  it('reports what differs with exit code 1', async () => {
    const report = await settlements('report')
    expect([report.code, report.out]).toEqual([1, expect.stringContaining('unknown-payment  order-1  ₹499.00')])
    expect(report.out).toContain('₹0.00 captured − ₹0.00 refunded − ₹0.00 settled = ₹0.00')
  })

  it('lists the imports and takes one back', async () => {
    const [last] = JSON.parse((await settlements('imports', '--json')).out)
    expect(last).toMatchObject({ name: 'report.csv', rows: 0 })
    expect((await settlements('imports')).out).toMatch(/^2 .* 0 rows {2}report\.csv\n1 .* 1 rows {2}report\.csv/)
    const undone = await settlements('undo', '1')
    expect([undone.code, undone.out]).toEqual([0, expect.stringContaining('1 row deleted.')])
    expect((await settlements('imports')).out).toContain('undone  report.csv')
    expect((await settlements('report')).code).toBe(0)
  })

  it.each([
    [['undo', 'november'], /needs the number of an import/],
    [[], /needs one of import, report, imports, undo/],
    [['import'], /needs the CSV file/],
    [['import', 'a.csv', '--fee-sign', 'minus'], /must be positive or negative/],
    [['import', 'a.csv', 'b.csv'], /import one file at a time/],
  ])('refuses %j as a wrong usage', async (args, message) => {
    expect(await settlements(...args)).toMatchObject({ code: 2, err: expect.stringMatching(message) })
  })

  it('says why a file is not imported', async () => {
    expect(await settlements('import', join(folder, 'none.csv'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be read'),
    })
    const broken = await settlements('import', join(folder, 'broken.csv'))
    expect(broken.err).toContain('row 2 has no amount of rupees with at most two decimals')
    expect(broken.code).not.toBe(0)
  })
})
