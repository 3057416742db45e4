import { setImmediate as turn } from 'node:timers/promises'
import type { RefundFile } from '@galla/contract/gateway-api/refund-files'
import { Client } from 'pg'
import { afterEach, expect, it, vi } from 'vitest'
import { callConsole, logInAt, postToConsole } from '../helpers/console-gateway.ts'
import { setupRefundFiles } from '../helpers/refund-file-shop.ts'

const openShop = setupRefundFiles()

const blockers: Client[] = []
afterEach(async () => {
  for (const blocker of blockers.splice(0)) await blocker.end()
})

/** A shop with a second person who may refund. No file can be stored until `release`. */
async function openHeld() {
  const opened = await openShop(1)
  const { testGateway, post, request, ids } = opened
  const { token } = await post<{ token: string }>('/users', { name: 'ravi', role: 'finance' })
  const password = 'a phrase of another person'
  await postToConsole(testGateway.gateway, '/invitations/accept', { token, password })
  const other = await logInAt(testGateway.gateway, { name: 'ravi', password })
  const blocker = new Client(testGateway.settings.database as object)
  blocker.on('error', () => {})
  blockers.push(blocker)
  await blocker.connect()
  await blocker.query('begin; lock table galla.refund_files in share mode')
  const body = { name: 'returns.csv', text: `order\n${ids[0]}` }
  const upload = () => request('POST', '/refund-files', body)
  const uploadAsOther = () =>
    callConsole(testGateway.gateway, '/refund-files', { method: 'POST', body: JSON.stringify(body), headers: other })
  const storing = async () =>
    (
      await testGateway.rows(
        `select 1 from pg_locks where not "granted" and "relation" = 'galla.refund_files'::regclass and "mode" = 'RowExclusiveLock'`,
      )
    ).length
  /** Time for whatever would run now. */
  const settle = async () => {
    for (let n = 0; n < 20; n += 1) {
      await testGateway.rows('select 1')
      await turn()
    }
  }
  return { ...opened, upload, uploadAsOther, storing, settle, release: () => blocker.query('rollback') }
}

it('files are read one at a time in each process: two of a user wait, the next is answered 503, and others take turns', async () => {
  const { upload, uploadAsOther, storing, settle, release } = await openHeld()
  const first = upload()
  await vi.waitFor(async () => expect(await storing()).toBe(1), { timeout: 20_000 })
  // In whichever order they arrive, one finds two before it.
  const others = [upload(), upload(), upload()]
  const isRefused = async (response: Promise<Response>) =>
    (await response).status === 503 ? response : Promise.reject(new Error('It was read'))
  const refused = await Promise.any(others.map(isRefused))
  expect([refused.headers.get('retry-after'), await refused.json()]).toEqual([
    '5',
    expect.objectContaining({ code: 'BUSY', message: expect.stringContaining('repeat it') }),
  ])
  const other = uploadAsOther()
  await settle()
  expect(await storing()).toBe(1)
  await release()
  const statuses = (await Promise.all([first, ...others, other])).map(({ status }) => status).sort()
  expect(statuses).toEqual([200, 200, 200, 200, 503])
})

it('an upload reads orders and refunds on the connections of reads of its user', async () => {
  const { testGateway, upload, ids } = await openShop(1)
  const blocker = new Client(testGateway.settings.database as object)
  blocker.on('error', () => {})
  blockers.push(blocker)
  await blocker.connect()
  await blocker.query('begin; lock table galla.refunds in access exclusive mode')
  // A connection of payments would wait for the lock for ten seconds, and fail in another way.
  expect(await upload(`order\n${ids[0]}`)).toMatchObject({
    code: 'BUSY',
    message: expect.stringContaining('took too long'),
  })
  await blocker.query('rollback')
})

/** Files in the order in which they were stored, all before now. */
const store = (
  rows: (text: string) => Promise<unknown>,
  { by, count, set = '' }: { by: string; count: number; set?: string },
) =>
  rows(`insert into galla.refund_files ("fileId", "name", "digest", "uploadedBy", "createdAtMs")
      select '${by}-' || n, 'old.csv', repeat('a', 64), '${by}', (select min("createdAtMs") from galla.orders) - 1000 + n from generate_series(1, ${count}) n;
    ${set}`)

it('a user has twenty files that were not started: the next takes the place of the oldest, whatever else was started', async () => {
  const { testGateway, ids, upload, get } = await openShop(1)
  const { rows } = testGateway
  await store(rows, {
    by: 'admin',
    count: 22,
    set: `update galla.refund_files set "startedAtMs" = "createdAtMs", "startedById" = 'user_1', "finishedAtMs" = "createdAtMs" where "fileId" in ('admin-1', 'admin-2')`,
  })
  await store(rows, { by: 'ravi', count: 3 })
  const { fileId } = await upload(`order\n${ids[0]}`)
  const left = (await rows<{ fileId: string }>('select "fileId" from galla.refund_files')).map((file) => file.fileId)
  const expected = Array.from({ length: 22 }, (_, n) => `admin-${n + 1}`).filter((id) => id !== 'admin-3')
  expect(left.sort()).toEqual([...expected, 'ravi-1', 'ravi-2', 'ravi-3', fileId].sort())
  expect(await get(`/refund-files/admin-3`)).toMatchObject({ code: 'NOT_FOUND' })
})

it('all users have two hundred files that were not started', async () => {
  const { testGateway, ids, upload } = await openShop(1)
  const { rows } = testGateway
  for (let user = 0; user < 10; user += 1) await store(rows, { by: `user${user}`, count: 20 })
  await upload(`order\n${ids[0]}`)
  const [counted] = await rows<{ count: number }>('select count(*)::int as "count" from galla.refund_files')
  expect(counted?.count).toBe(200)
})

it('uploads at the same time on two replicas do not pass the limit', async () => {
  const { testGateway, ids, request } = await openShop(1)
  const { rows } = testGateway
  await store(rows, { by: 'admin', count: 19 })
  const replica = await testGateway.replica({ console: { password: 'two cups of tea' } })
  const headers = await logInAt(replica, { password: 'two cups of tea' })
  const body = { name: 'returns.csv', text: `order\n${ids[0]}` }
  const uploads = Array.from({ length: 3 }, () => [
    request('POST', '/refund-files', body),
    callConsole(replica, '/refund-files', { method: 'POST', body: JSON.stringify(body), headers }),
  ])
  const statuses = (await Promise.all(uploads.flat())).map(({ status }) => status)
  expect(statuses).toEqual(Array(6).fill(200))
  expect(await rows('select 1 from galla.refund_files')).toHaveLength(20)
})

it('a file that is being started is not removed, and one that was removed is not started', async () => {
  const { testGateway, ids, upload, start } = await openShop(1)
  const { rows } = testGateway
  await store(rows, { by: 'admin', count: 20 })
  const blocker = new Client(testGateway.settings.database as object)
  blockers.push(blocker)
  await blocker.connect()
  await blocker.query(
    `begin; update galla.refund_files set "startedAtMs" = 1, "startedById" = 'user_1', "nextRunAtMs" = 1 where "fileId" = 'admin-1'`,
  )
  await upload(`order\n${ids[0]}`)
  await blocker.query('commit')
  expect(await rows(`select 1 from galla.refund_files where "fileId" = 'admin-1'`)).toHaveLength(1)

  const file = await upload(`order\n${ids[0]}`)
  await blocker.query(`begin; delete from galla.refund_files where "fileId" = '${file.fileId}'`)
  const started = start(file)
  await vi.waitFor(async () => expect(await rows(`select 1 from pg_locks where not "granted"`)).toHaveLength(1), {
    timeout: 20_000,
  })
  await blocker.query('commit')
  expect((await started).status).toBe(404)
})

it('a file with an order on hold is not removed, and a further one is refused when all are', async () => {
  const { testGateway, ids, upload, request } = await openShop(2)
  const { rows } = testGateway
  const held = await upload(`order\n${ids[1]}`)
  await rows(`update galla.refund_files set "createdAtMs" = "createdAtMs" - 100000`)
  await store(rows, { by: 'admin', count: 19 })
  await testGateway.gateway.payers.hold({ merchantOrderId: ids[1] ?? '', reason: 'a dispute', by: 'Meena' })
  await upload(`order\n${ids[0]}`)
  const left = await rows<{ fileId: string }>('select "fileId" from galla.refund_files')
  expect(left).toHaveLength(20)
  expect(left).toContainEqual({ fileId: held.fileId })
  expect(left).not.toContainEqual({ fileId: 'admin-1' })
  await rows(`insert into galla.refund_file_rows ("fileId", "createdAtMs", "line", "merchantOrderId", "plan")
    select "fileId", 1, 9, '${ids[1]}', 'exists' from galla.refund_files`)
  const refused = await request('POST', '/refund-files', { name: 'returns.csv', text: `order\n${ids[0]}` })
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { message: expect.stringContaining('legal hold') },
  ])
  expect(await rows<{ fileId: string }>('select "fileId" from galla.refund_files')).toEqual(left)
})

it('files that are being run are listed first', async () => {
  const { testGateway, get } = await openShop(1)
  await store(testGateway.rows, {
    by: 'admin',
    count: 60,
    set: `update galla.refund_files set "startedAtMs" = "createdAtMs", "startedById" = 'user_1', "finishedAtMs" = case when "fileId" = 'admin-2' then "createdAtMs" end,
      "nextRunAtMs" = case when "fileId" <> 'admin-2' then 1 end where "fileId" in ('admin-1', 'admin-2', 'admin-60')`,
  })
  const { rows } = await get<{ rows: RefundFile[] }>('/refund-files')
  expect(rows).toHaveLength(50)
  expect(rows.slice(0, 4).map(({ fileId }) => fileId)).toEqual(['admin-60', 'admin-1', 'admin-59', 'admin-58'])
})
