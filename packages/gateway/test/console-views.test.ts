import type { AuditEntry } from '@galla/contract/gateway-api/audit'
import { MAX_VIEWS, type SavedView } from '@galla/contract/gateway-api/views'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConsolePassword } from '../src/routes/console/access.ts'
import { createTestConsole, type TestUser, testPassword } from './helpers/test-console.ts'
import { createTestContext } from './helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from './helpers/test-database.ts'

let test: TestDatabase
let password: ConsolePassword

beforeAll(async () => {
  ;[test, password] = await Promise.all([startTestDatabase(), testPassword()])
})
afterAll(() => test.end())
beforeEach(() => test.clear())

const openConsole = () => createTestConsole(createTestContext(test.database), password)

/** The calls of a person. */
function callsOf({ request }: Pick<TestUser, 'request'>) {
  const post = async (path: string, body: object = {}) => {
    const response = await request(`/api${path}`, { method: 'POST', body })
    return { status: response.status, ...((await response.json()) as SavedView & { code?: string; field?: string }) }
  }
  return {
    post,
    save: (name: string, more: object = {}) => post('/views', { list: 'orders', name, search: {}, ...more }),
    remove: async (path: string) => (await request(`/api${path}`, { method: 'DELETE' })).status,
    list: async () => ((await (await request('/api/views')).json()) as { rows: SavedView[] }).rows,
    names: async () => {
      const { rows } = (await (await request('/api/views')).json()) as { rows: SavedView[] }
      return rows.map(({ name }) => name)
    },
  }
}

async function openWith(...people: ('viewer' | 'support' | 'finance')[]) {
  const opened = await openConsole()
  const others = await Promise.all(people.map((role, at) => opened.as(role, `person ${at}`)))
  return { opened, admin: callsOf(opened), people: others.map(callsOf) }
}

describe('a saved view', () => {
  it('belongs to the person who saved it, until it is shared with everybody', async () => {
    const { admin, people } = await openWith('support', 'viewer')
    const [support, viewer] = people as [ReturnType<typeof callsOf>, ReturnType<typeof callsOf>]
    const search = { state: 'FAILED', minAmount: '100000', columns: 'utr,payer' }
    const { viewId, ...saved } = await support.save('Failed cards', { search, days: 'Last 7 days' })
    expect(saved).toEqual({
      status: 200,
      list: 'orders',
      name: 'Failed cards',
      search,
      days: 'Last 7 days',
      shared: false,
      savedBy: 'person 0',
      opensFor: [],
    })
    expect([await support.names(), await admin.names()]).toEqual([['Failed cards'], []])
    // Nobody else can rename, share or delete it.
    expect((await admin.post(`/views/${viewId}/rename`, { name: 'Mine' })).code).toBe('NOT_FOUND')
    expect((await admin.post(`/views/${viewId}/share`)).code).toBe('NOT_FOUND')
    expect(await admin.remove(`/views/${viewId}`)).toBe(404)
    expect(await admin.remove(`/shared-views/${viewId}`)).toBe(404)

    expect(await support.post(`/views/${viewId}/share`)).toMatchObject({ shared: true, savedBy: 'person 0' })
    expect(await viewer.list()).toMatchObject([{ viewId, name: 'Failed cards', shared: true }])
    // Nor is it an own one any more.
    expect((await support.post(`/views/${viewId}/rename`, { name: 'Mine' })).code).toBe('NOT_FOUND')
    expect((await viewer.post(`/shared-views/${viewId}/rename`, { name: 'Mine' })).code).toBe('NOT_ALLOWED')
    expect(await admin.post(`/shared-views/${viewId}/rename`, { name: 'Declined cards' })).toMatchObject({
      name: 'Declined cards',
      savedBy: 'person 0',
    })
  })

  it('that is deleted stays deleted, whoever renames or shares it', async () => {
    const { admin, people } = await openWith('finance')
    const [finance] = people as [ReturnType<typeof callsOf>]
    const { viewId } = await finance.save('Large')
    await finance.post(`/views/${viewId}/share`)
    const [removed, ...renamed] = await Promise.all([
      admin.remove(`/shared-views/${viewId}`),
      finance.post(`/shared-views/${viewId}/rename`, { name: 'Larger' }),
      admin.post(`/shared-views/${viewId}/rename`, { name: 'Largest' }),
    ])
    expect(removed).toBe(200)
    for (const { status } of renamed) expect([200, 404]).toContain(status)
    expect((await finance.post(`/shared-views/${viewId}/rename`, { name: 'Again' })).code).toBe('NOT_FOUND')
    expect((await admin.post(`/shared-views/${viewId}/roles`, { roles: ['support'] })).code).toBe('NOT_FOUND')
    expect(await admin.remove(`/shared-views/${viewId}`)).toBe(404)
    expect(await admin.names()).toEqual([])
  })

  it('has a name that no other view of its list has, shared or own', async () => {
    const { admin, people } = await openWith('support')
    const [support] = people as [ReturnType<typeof callsOf>]
    const { viewId } = await admin.save('Late')
    expect(await admin.save('LATE')).toMatchObject({ status: 400, field: 'name' })
    expect((await admin.save('Late', { list: 'refunds' })).status).toBe(200)
    const other = await support.save('late')
    expect(other.status).toBe(200)
    await admin.post(`/views/${viewId}/share`)
    expect(await support.post(`/views/${other.viewId}/share`)).toMatchObject({ status: 400, field: 'name' })
    expect((await admin.post(`/shared-views/${viewId}/rename`, { name: 'LATE' })).name).toBe('LATE')
    // The two letters are equal to PostgreSQL, and not to JavaScript.
    await admin.save('ΑΣ')
    expect(await admin.save('ασ')).toMatchObject({ status: 400, field: 'name' })
    for (const name of ['', ' ', 'x'.repeat(81), 'a\u202eb'])
      expect([name, (await admin.save(name)).field]).toEqual([name, 'name'])
    expect((await admin.save('x'.repeat(80))).status).toBe(200)
  })

  it.each([
    ['a parameter of another list', { list: 'refunds', search: { paymentMode: 'UPI_QR' } }, 'search.paymentMode'],
    ['the id of a record', { list: 'webhooks', search: { id: 'o-1' } }, 'search.id'],
    ['the reference of a cart', { list: 'refunds', search: { reference: 'cart-1' } }, 'search.reference'],
    ['the address of a payer', { list: 'orders', search: { failure: 'asha@bank' } }, 'search.failure'],
    ['an amount that is none', { list: 'orders', search: { minAmount: '1e3' } }, 'search.minAmount'],
    ['a day that is none', { list: 'orders', search: { from: 'yesterday' } }, 'search.from'],
    ['a day that does not exist', { list: 'refunds', search: { to: '2026-02-30' } }, 'search.to'],
    ['a time that does not exist', { list: 'webhooks', search: { from: '2026-01-01T24:60' } }, 'search.from'],
    ['fixed days and days that move on', { list: 'orders', search: { from: '2026-01-01' }, days: 'Today' }, 'days'],
    ['an unknown order', { list: 'orders', search: { sort: 'payer' } }, 'search.sort'],
    ['unknown days', { list: 'orders', search: {}, days: 'Last 8 days' }, 'days'],
    ['an unknown list', { list: 'payers', search: {} }, 'list'],
  ])('with %s is refused', async (_, more, field) => {
    const { admin } = await openWith()
    expect(await admin.save('Wrong', more)).toMatchObject({ status: 400, code: 'INVALID_REQUEST', field })
    expect(await admin.names()).toEqual([])
  })

  it(`is one of at most ${MAX_VIEWS} of a person, and of at most ${MAX_VIEWS} shared ones, however many are saved at once`, async () => {
    const { opened, admin, people } = await openWith('support')
    const [support] = people as [ReturnType<typeof callsOf>]
    const { userId } = opened.admin
    await test.database.query({
      text: `insert into galla.views ("viewId", "ownerId", "list", "name", "search", "shared")
        select 'view_' || n, $1, 'orders', 'View ' || n, '{}', n % 2 = 0 from generate_series(1, $2) n`,
      values: [userId, 2 * MAX_VIEWS - 4],
    })
    const saved = await Promise.all([1, 2, 3, 4].map((n) => admin.save(`One more ${n}`)))
    expect(saved.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400])
    const shared = await Promise.all([1, 3, 5].map((n) => admin.post(`/views/view_${n}/share`)))
    expect(shared.map(({ status }) => status).sort()).toEqual([200, 200, 400])
    expect((await support.save('Mine')).status).toBe(200)
  })

  it('opens its list for roles, each of which opens the list with one view', async () => {
    const { admin, people, opened } = await openWith('support')
    const [support] = people as [ReturnType<typeof callsOf>]
    const [first, second, refunds] = [
      await admin.save('Needs review', { search: { needsReview: 'true' } }),
      await admin.save('Late', { search: { delayed: 'true' } }),
      await admin.save('Open', { list: 'refunds' }),
    ]
    expect((await admin.post(`/shared-views/${first.viewId}/roles`, { roles: ['support'] })).code).toBe('NOT_FOUND')
    for (const { viewId } of [first, second, refunds]) await admin.post(`/views/${viewId}/share`)
    const choose = (viewId: string, roles: string[]) => admin.post(`/shared-views/${viewId}/roles`, { roles })
    expect((await choose(first.viewId, ['finance', 'support'])).opensFor).toEqual(['finance', 'support'])
    await choose(refunds.viewId, ['support'])
    expect((await choose(second.viewId, ['support'])).opensFor).toEqual(['support'])
    const opensFor = async () => Object.fromEntries((await support.list()).map((view) => [view.name, view.opensFor]))
    expect(await opensFor()).toEqual({ Late: ['support'], 'Needs review': ['finance'], Open: ['support'] })
    expect((await support.post(`/shared-views/${second.viewId}/roles`, { roles: [] })).code).toBe('NOT_ALLOWED')
    await admin.remove(`/shared-views/${second.viewId}`)
    expect(await opensFor()).toEqual({ 'Needs review': ['finance'], Open: ['support'] })
    const { rows } = (await opened.json('/api/audit?kind=view')) as { rows: AuditEntry[] }
    expect(rows.slice(0, 2)).toMatchObject([
      { what: 'deleted', id: second.viewId, detail: 'orders: Late', who: 'admin' },
      { what: 'chose who opens the list with it', before: { roles: '' }, after: { roles: 'support' } },
    ])
  })
})
