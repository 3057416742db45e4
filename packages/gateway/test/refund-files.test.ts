import { randomBytes } from 'node:crypto'
import type { AuditEntry } from '@galla/contract/gateway-api/audit'
import type { Page } from '@galla/contract/gateway-api/orders'
import type { RefundFileRow } from '@galla/contract/gateway-api/refund-files'
import { paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import type { GatewayContext } from '../src/context.ts'
import { JOBS } from '../src/workers/jobs.ts'
import { createPaidOrder } from './helpers/console-gateway.ts'
import { dyingAt } from './helpers/dying-process.ts'
import { sentStatuses, withProcesses } from './helpers/paid-order.ts'
import { results, setupRefundFiles } from './helpers/refund-file-shop.ts'
import { AMOUNT } from './helpers/test-gateway.ts'

const openShop = setupRefundFiles()

const plans = (rows: readonly RefundFileRow[]) => rows.map(({ line, plan }) => [line, plan])

describe('the preview', () => {
  it('says what happens to each row with its amounts, and refunds nothing', async () => {
    const { testGateway, ids, upload, rowsOf, get } = await openShop(3, {
      approvalAbove: 20_000,
      dailyLimits: { admin: 60_000 },
    })
    const file = await upload(
      [
        'Order ID,Amount in rupees,Reason,Note',
        `${ids[0]},100.00,Damaged,broken`,
        `${ids[1]},,,`,
        `${ids[0]},50.00`,
        'unknown,10.00',
        `${ids[2]},"1,00,000.00"`,
        `${ids[2]},300.00`,
        `${ids[2]},ten`,
        '',
      ].join('\r\n'),
    )
    expect(file).toMatchObject({
      rows: 7,
      toRefund: { rows: 2, amount: 10_000 + AMOUNT },
      toApprove: { rows: 1, amount: AMOUNT },
      wrong: 5,
      done: 0,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const rows = await rowsOf(file)
    expect(plans(rows)).toEqual([
      [2, 'refund'],
      [3, 'approval'],
      [4, 'same-order'],
      [5, 'order-unknown'],
      [6, 'too-much'],
      [7, 'over-limit'],
      [8, 'bad-amount'],
    ])
    const wrong = await get<Page<RefundFileRow>>(`/refund-files/${file.fileId}/rows?show=wrong&limit=2`)
    expect(plans(wrong.rows)).toEqual(plans(rows.slice(2, 4)))
    const next = `/refund-files/${file.fileId}/rows?show=wrong&after=${wrong.next}`
    expect(plans((await get<Page<RefundFileRow>>(next)).rows)).toEqual(plans(rows.slice(4)))
    expect(rows[0]).toMatchObject({
      paid: AMOUNT,
      refundable: AMOUNT,
      amount: 10_000,
      reason: 'damaged',
      note: 'broken',
    })
    await testGateway.drainJobs()
    expect((await get<{ rows: object[] }>('/refunds')).rows).toEqual([])
  })

  it.each([
    [
      'a byte order mark, semicolons and CRLF',
      (id: string) => `\uFEFForder;rupees;note\r\n${id};"1,00";x\r\n${id};1,499.00;`,
    ],
    ['tabs', (id: string) => `order\trupees\n${id}\t1,00\n${id}\t1,499.00`],
    [
      'quotes with separators and line ends in them',
      (id: string) => `order,note,rupees\n${id},"a, ""b""\nc",1e3\n"${id}","","1,499.00"`,
    ],
    ['empty columns at the end', (id: string) => `order,rupees,,\n${id},1e3,,\n${id},"1,499.00",,`],
  ])('reads %s', async (_, text) => {
    const { ids, upload, rowsOf } = await openShop(1)
    const rows = await rowsOf(await upload(text(ids[0] ?? '')))
    expect(rows.map(({ plan, amount }) => [plan, amount])).toEqual([
      ['bad-amount', undefined],
      ['too-much', 149_900],
    ])
  })

  it('says the fault of a file as a code, with the column or the row', async () => {
    const { request } = await openShop(0)
    const problemOf = async (text: string) =>
      (await (await request('POST', '/refund-files', { name: 'a.csv', text })).json()).problem
    expect(await problemOf('colour\nred')).toEqual({ code: 'unknown-column', column: 'colour' })
    expect(await problemOf('rupees\n5')).toEqual({ code: 'missing-column', column: 'merchantOrderId' })
    expect(await problemOf('order,rupees\no-1,"5')).toEqual({ code: 'quotes', row: 2 })
    expect(await problemOf('order,rupees')).toEqual({ code: 'empty' })
  })

  it.each([
    ['The file is empty', ''],
    ['The file is empty', '\uFEFF \n'],
    ['name it "amount in rupees" or "amount in paise"', 'order,amount\no-1,5'],
    ['unknown column "colour"', 'colour\nred'],
    ['needs a heading with a column merchantOrderId', 'rupees\n5'],
    ['no row below the heading', 'order,rupees'],
    ['quotes that do not match', 'order,rupees\no-1,"5'],
    ['a file may have 5000', `order,rupees\n${'o-1,5\n'.repeat(5_001)}`],
    ['at most 1 MiB', `order,note\no-1,${'x'.repeat(1_048_576)}`],
    ['more than 20 cells', `order\no-1${',x'.repeat(30)}`],
    ['NUL', 'order,rupees\no-1,5\u0000'],
  ])('refuses a file as a whole: %s', async (message, text) => {
    const { request } = await openShop(0)
    const response = await request('POST', '/refund-files', { name: 'a.csv', text })
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ message: expect.stringContaining(message) }),
    ])
  })

  it('refuses a body above its limit before it is read, and a name that is too long', async () => {
    const { request } = await openShop(0)
    expect((await request('POST', '/refund-files', { name: 'a', text: 'x'.repeat(2_300_000) })).status).toBe(413)
    expect((await request('POST', '/refund-files', { name: 'x'.repeat(201), text: 'order\no-1' })).status).toBe(400)
  })
})

describe('a file', () => {
  it('refunds each row once, in the name of who started it, and the same rows in another file nothing', async () => {
    const { testGateway, ids, run, rowsOf, upload, start, get } = await openShop(2)
    const text = `order,paise,note\n${ids[0]},10000,broken\n${ids[1]},20000,`
    const file = await run(text)
    expect(file).toMatchObject({ done: 2, startedBy: 'admin', results: { requested: { rows: 2, amount: 30_000 } } })
    expect(file.finishedAtMs).toBeGreaterThanOrEqual(file.startedAtMs ?? Number.NaN)
    const { rows } = await testGateway.gateway.refunds.list()
    expect(rows).toHaveLength(2)
    for (const row of rows) expect(row).toMatchObject({ requestedBy: 'admin', origin: 'console' })
    expect(rows.find(({ merchantOrderId }) => merchantOrderId === ids[0])).toMatchObject({
      amount: 10_000,
      note: 'broken',
    })
    await start(file)
    await testGateway.drainJobs()
    const other = await upload(`order,rupees\n${ids[1]},200.00\n${ids[0]},100`)
    expect(plans(await rowsOf(other))).toEqual([
      [2, 'exists'],
      [3, 'exists'],
    ])
    expect((await start(other)).status).toBe(400)
    await testGateway.drainJobs()
    expect(sentStatuses(testGateway)).toEqual([200, 200])
    // The note is with the refund now.
    expect((await rowsOf(file)).map((row) => [row.note, row.state])).toEqual([
      [undefined, 'PENDING'],
      [undefined, 'PENDING'],
    ])
    const audit = await get<Page<AuditEntry>>('/audit')
    expect(audit.rows.map(({ what, who }) => [who, what]).reverse()).toEqual(
      expect.arrayContaining([
        ['admin', 'uploaded a file of refunds'],
        ['admin', 'started a file of refunds'],
        ['admin', expect.stringMatching(/^requested refund file-/)],
      ]),
    )
    const entry = audit.rows.find(({ what }) => what.startsWith('started'))
    expect(entry).toMatchObject({
      detail: 'returns.csv',
      after: { digest: file.digest, rows: 2, refunds: 2, amount: 30_000 },
    })
    expect(audit.rows.filter(({ what }) => what.startsWith('requested refund'))).toHaveLength(2)
  })

  it('requests no refund of a row whose note the process cannot decrypt, and says what to do', async () => {
    const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`
    const { testGateway, ids, upload, start, rowsOf } = await openShop(2, {}, { dataKeys: [key('may')] })
    const file = await upload(`order,paise,note\n${ids[0]},10000,broken\n${ids[1]},20000,`)
    await start(file)
    const other = await testGateway.replica({ dataKeys: [key('june')], dataKeysLost: ['may'] })
    await other.runPendingJobs()
    const rows = await rowsOf(file)
    expect(results(rows)).toEqual(['NOTE_UNREADABLE', 'requested'])
    expect(rows[0]?.message).toMatch(/data key "may".*upload the row again$/)
    expect((await testGateway.gateway.refunds.list()).rows).toMatchObject([{ merchantOrderId: ids[1] }])
  })

  it('asks a second person for each row above the amount, and keeps to the limit of the day at the time of the request', async () => {
    const { testGateway, ids, upload, start, rowsOf, post } = await openShop(4, {
      approvalAbove: 20_000,
      dailyLimits: { admin: 60_000 },
    })
    const file = await upload(`order,paise\n${ids[0]},30000\n${ids[1]},10000\n${ids[2]},20000`)
    // Somebody refunds after the preview.
    await post(`/orders/${ids[3]}/refunds`, { merchantRefundId: 'r-1', amount: 15_000 })
    await start(file)
    await testGateway.drainJobs()
    expect(results(await rowsOf(file))).toEqual(['waiting', 'requested', 'REFUND_LIMIT'])
    const { rows } = await testGateway.gateway.refunds.list({ awaitsApproval: true })
    expect(rows).toMatchObject([{ requestedBy: 'admin', approval: { state: 'waiting' }, attempts: 0 }])
    const [{ merchantRefundId } = { merchantRefundId: '' }] = rows
    expect(await post(`/refunds/${merchantRefundId}/approve`)).toMatchObject({ code: 'SECOND_PERSON_NEEDED' })
  })

  it('asks a second person as the preview said, also when a process with other limits requests the refunds', async () => {
    const { testGateway, ids, upload, start, rowsOf } = await openShop(2, { approvalAbove: 20_000 })
    const file = await upload(`order,paise\n${ids[0]},30000\n${ids[1]},10000`)
    await start(file)
    await (await testGateway.replica({ refundControls: {} })).runPendingJobs()
    expect(results(await rowsOf(file))).toEqual(['waiting', 'requested'])
    const { rows } = await testGateway.gateway.refunds.list({ awaitsApproval: true })
    expect(rows).toMatchObject([{ merchantOrderId: ids[0], approval: { state: 'waiting' }, attempts: 0 }])
  })

  it('says of each row what became of it, as a file without formulas', async () => {
    const { testGateway, ids, run, csv } = await openShop(2)
    const text = `order,paise,note\n${ids[0]},10000,+1 cup\n${ids[1]},5000,\n=cmd|x,500,\nunknown,500,`
    const file = await run(text)
    const lines = (await csv(file)).trim().split('\r\n')
    expect(lines).toHaveLength(5)
    expect(lines[1]).toMatch(new RegExp(`^2,${ids[0]},10000,file-[0-9a-f]{40},refund,requested,PENDING,,$`))
    expect(lines[3]).toBe('4,,,,formula,,,merchantOrderId,')
    expect(lines[4]).toMatch(/^5,unknown,500,file-\w+,order-unknown,,,,$/)
    const formulas = lines.flatMap((line) => line.split(',')).filter((cell) => /^[=+\-@]/.test(cell))
    expect(formulas).toEqual([])
    expect((await testGateway.gateway.refunds.list()).rows.map(({ note }) => note)).toContain('+1 cup')
  })

  it('is stopped when the role of who started it must have a second factor that the person lacks', async () => {
    const { testGateway, ids, upload, start, rowsOf } = await openShop(2)
    const file = await upload(`order\n${ids[0]}\n${ids[1]}`)
    await start(file)
    const { rows } = testGateway
    await rows(`insert into galla.meta ("key", "value") values ('secondFactorRoles', 'admin,finance')`)
    await testGateway.drainJobs()
    await rows(`delete from galla.meta where "key" = 'secondFactorRoles'`)
    expect(results(await rowsOf(file))).toEqual(['NOT_ALLOWED', 'NOT_ALLOWED'])
    expect(await rows('select 1 from galla.refunds')).toEqual([])
  })

  it('is stopped by a person, and by the end of the right of who started it', async () => {
    const { testGateway, ids, upload, start, rowsOf, get, post, request } = await openShop(3)
    const stopped = await upload(`order\n${ids[0]}\n${ids[2]}`)
    await start(stopped)
    // A process has requested the second row, and died before it stored that.
    const { merchantRefundId = '', merchantOrderId = '' } = (await rowsOf(stopped))[1] ?? {}
    await testGateway.gateway.refunds.request({ merchantRefundId, merchantOrderId, amount: AMOUNT })
    await request('POST', `/refund-files/${stopped.fileId}/stop`)
    await testGateway.drainJobs()
    expect(results(await rowsOf(stopped))).toEqual(['stopped', 'requested'])
    const file = await upload(`order\n${ids[1]}`)
    await start(file)
    await testGateway.rows(
      `insert into galla.users ("userId", "name", "role", "passwordHash", "createdAtMs") values ('user_2', 'ravi', 'viewer', 'x', 1)`,
    )
    await testGateway.rows(`update galla.refund_files set "startedById" = 'user_2' where "fileId" = $1`, [file.fileId])
    await testGateway.drainJobs()
    expect(results(await rowsOf(file))).toEqual(['NOT_ALLOWED'])
    expect((await testGateway.gateway.refunds.list()).rows).toMatchObject([{ merchantRefundId }])
    expect(await get(`/refund-files/${file.fileId}`)).toMatchObject({ finishedAtMs: expect.any(Number) })
    expect(await post('/refund-files/unknown/start')).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('does not take a refund of another amount for that of a row, when it runs and when it is stopped', async () => {
    const { testGateway, ids, upload, start, rowsOf, request } = await openShop(2)
    const files = [await upload(`order,paise\n${ids[0]},10000`), await upload(`order,paise\n${ids[1]},10000`)]
    for (const file of files) {
      const { merchantRefundId = '', merchantOrderId = '' } = (await rowsOf(file))[0] ?? {}
      await testGateway.gateway.refunds.request({ merchantRefundId, merchantOrderId, amount: paise(100) })
      await start(file)
    }
    await request('POST', `/refund-files/${files[1]?.fileId}/stop`)
    await testGateway.drainJobs()
    expect(await Promise.all(files.map(async (file) => results(await rowsOf(file))))).toEqual([
      ['ID_TAKEN'],
      ['stopped'],
    ])
  })

  it.each(['P0001', 'ZX001'])(
    'goes on after a row that a trigger of the merchant refuses with %s, and says so',
    async (code) => {
      const { testGateway, ids, run, rowsOf } = await openShop(3)
      await testGateway.rows(`create function public.refuse() returns trigger language plpgsql as $$
      begin raise exception 'The order % is frozen', new."merchantOrderId" using errcode = '${code}'; end $$;
      create trigger "frozen" before insert on galla.refunds for each row when (new."merchantOrderId" = '${ids[1]}') execute function public.refuse()`)
      const file = await run(`order\n${ids.join('\n')}`)
      expect(results(await rowsOf(file))).toEqual(['requested', 'DATABASE_FAILED', 'requested'])
      expect((await rowsOf(file))[1]?.message).toContain(code)
      expect(file).toMatchObject({ finishedAtMs: expect.any(Number) })
      expect((await testGateway.gateway.refunds.list()).rows).toHaveLength(2)
    },
  )

  it('is not started an hour after its preview, deleted after a day, and after 30 when it was run', async () => {
    const { testGateway, ids, upload, start, run } = await openShop(2)
    const ran = await run(`order\n${ids[0]}`)
    const file = await upload(`order\n${ids[1]}`)
    await testGateway.rows('update galla.refund_files set "createdAtMs" = "createdAtMs" - 3600001')
    expect(await (await start(file)).json()).toMatchObject({ message: expect.stringContaining('upload it again') })
    const day = 86_400_000
    const left = async () =>
      (await testGateway.rows<{ fileId: string }>('select "fileId" from galla.refund_files')).map(
        ({ fileId }) => fileId,
      )
    expect((await left()).sort()).toEqual([ran.fileId, file.fileId].sort())
    await testGateway.advance(day + 1)
    expect(await left()).toEqual([ran.fileId])
    await testGateway.advance(30 * day)
    expect(await left()).toEqual([])
    expect(await testGateway.rows('select 1 from galla.refund_file_rows')).toEqual([])
  })
})

it('two files with the same rows that are run at the same time by several processes refund each row once', async () => {
  const { testGateway, ids, upload, start, rowsOf } = await openShop(6, { dailyLimits: { admin: 6 * 10_000 } })
  const text = `order,rupees\n${ids.map((id) => `${id},100.00`).join('\n')}`
  const files = [await upload(text), await upload(text.replace('rupees', 'Amount in rupees'))]
  await Promise.all(files.flatMap((file) => [start(file), start(file)]))
  await withProcesses(testGateway, 3, (contexts) =>
    Promise.all(contexts.map((context) => JOBS['refund-files'](context))),
  )
  const [first = [], second = []] = await Promise.all(files.map(rowsOf))
  for (const [at, row] of first.entries()) {
    // Each of the two finds the other's refund, or has requested it.
    expect(
      [row.result, second[at]?.result].filter((result) => result === 'requested' || result === 'existed'),
    ).toHaveLength(2)
    expect(row.merchantRefundId).toBe(second[at]?.merchantRefundId)
  }
  const { rows } = await testGateway.gateway.refunds.list()
  expect(rows.map(({ amount }) => amount)).toEqual(ids.map(() => 10_000))
  expect(await testGateway.rows('select "amount"::int from galla.refund_days')).toEqual([{ amount: 60_000 }])
})

it('a process that is killed between any two calls refunds each row once, and the next one goes on', async () => {
  const { testGateway, upload, start, rowsOf } = await openShop(0)
  const amountOf = (at: number) => 1_000 + at
  let killed = 0
  await withProcesses(testGateway, 1, async ([context]) => {
    for (let isOver = false; !isOver; killed += 1) {
      const ids = [await createPaidOrder(testGateway, `a-${killed}`), await createPaidOrder(testGateway, `b-${killed}`)]
      const file = await upload(`order,paise\n${ids.map((id) => `${id},${amountOf(killed)}`).join('\n')}`)
      await start(file)
      const { process, died } = dyingAt(context as GatewayContext, killed)
      await JOBS['refund-files'](process).catch(() => {})
      isOver = !died()
      await testGateway.rows('update galla.refund_files set "leasedUntil" = null')
      await testGateway.drainJobs()
      expect([killed, results(await rowsOf(file))]).toEqual([killed, ['requested', 'requested']])
    }
  })
  expect(killed).toBeGreaterThan(20)
  const { rows } = await testGateway.gateway.refunds.list({ limit: 500 })
  expect(rows.map(({ amount }) => amount).sort()).toEqual(
    Array.from({ length: killed }, (_, at) => [amountOf(at), amountOf(at)]).flat(),
  )
  expect(await testGateway.rows('select 1 from galla.refund_files where "finishedAtMs" is null')).toEqual([])
}, 300_000)
