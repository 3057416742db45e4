import { describe, expect, it } from 'vitest'
import { csvLine } from '../src/domain/finance/csv.ts'
import { indianTime } from '../src/domain/finance/indian-time.ts'
import { createPaidOrder, setupConsoles } from './helpers/console-gateway.ts'
import { CART } from './helpers/test-gateway.ts'

const { createGatewayWithConsole } = setupConsoles()

describe('every file that the console exports', () => {
  /** With the mark that `Response.text` removes. */
  const textWithMark = async (response: Response) =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())

  it('begins with one byte order mark, so that Excel reads it as UTF-8, and has times in India with their offset', async () => {
    const { testGateway, request, post } = await createGatewayWithConsole()
    const merchantOrderId = await createPaidOrder(testGateway, 'चाय')
    const text = `order,paise\n${merchantOrderId},100`
    const { fileId } = await post<{ fileId: string }>('/refund-files', { name: 'returns.csv', text })
    for (const path of ['/orders', '/ledger', '/finance', '/audit', `/refund-files/${fileId}/results`]) {
      const file = await textWithMark(await request('GET', `${path}.csv`))
      expect([path, file.lastIndexOf('\uFEFF')]).toEqual([path, 0])
      expect(file.split('\r\n').length).toBeGreaterThan(2)
      const times = file.match(/\d{4}-\d\d-\d\dT[\d:.]+[^,\r"]*/g) ?? []
      expect([path, times.filter((time) => !time.endsWith('+05:30'))]).toEqual([path, []])
      if (!/finance|results/.test(path)) expect(times.length).toBeGreaterThan(0)
    }
    expect(await textWithMark(await request('GET', '/orders.csv'))).toContain(',चाय,')
  })
})

it.each([
  '/orders.csv?state=COMPLETED&state=FAILED',
  '/audit.csv?who=asha&who=ravi',
  '/audit.jsonl?after=1&after=2',
  '/finance.csv?from=2026-01-01&from=2026-01-02',
  '/ledger.csv?from=2026-01-01&from=2026-01-02',
])('GET %s is answered 400: a filter that is there twice would export other rows than asked for', async (path) => {
  const { request } = await createGatewayWithConsole()
  const response = await request('GET', path)
  expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
    400,
    expect.stringContaining('is in the query twice'),
  ])
})

describe('/orders.csv', () => {
  it('GET /orders.csv exports the filtered orders and escapes formulas', async () => {
    const { testGateway, request } = await createGatewayWithConsole()
    await createPaidOrder(testGateway, '=HYPERLINK("http://evil.example")')
    await testGateway.gateway.orders.start({ ...CART, reference: 'cart, "quoted"' })
    const all = await (await request('GET', '/orders.csv')).text()
    const lines = all.trimEnd().split('\r\n')
    expect(lines.length).toBe(3)
    expect(all).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    expect(all).toContain('"cart, ""quoted"""')
    const some = await request('GET', '/orders.csv?state=COMPLETED')
    expect(some.headers.get('content-disposition')).toContain('attachment')
    expect((await some.text()).trimEnd().split('\r\n').length).toBe(2)
    expect((await request('GET', '/orders.csv?state=x&nonsense=1')).status).toBe(400)
  })

  it('GET /orders.csv answers an unknown state with 400, and a failed read with 500 and no text of the database', async () => {
    const { testGateway, request } = await createGatewayWithConsole()
    const unknown = await request('GET', '/orders.csv?state=LOST')
    expect([unknown.status, await unknown.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'INVALID_REQUEST', field: 'state' }),
    ])
    await testGateway.rows('alter table galla.orders rename column "utr" to "elsewhere"')
    const failed = await request('GET', '/orders.csv')
    expect([failed.status, await failed.json()]).toEqual([
      500,
      expect.objectContaining({ code: 'INTERNAL', message: 'Internal error; see the log.' }),
    ])
  })

  it('GET /orders.csv exports the orders whose ids it is given, and refuses a filter beside them', async () => {
    const { testGateway, request } = await createGatewayWithConsole()
    const [one, , three] = [
      await createPaidOrder(testGateway, 'cart-1'),
      await createPaidOrder(testGateway, 'cart-2'),
      await createPaidOrder(testGateway, 'cart-3'),
    ]
    const selected = await (await request('GET', `/orders.csv?ids=${one},${three},unknown`)).text()
    expect(selected).toContain(',cart-1,')
    expect(selected).toContain(',cart-3,')
    expect(selected.trimEnd().split('\r\n')).toHaveLength(3)
    const many = Array.from({ length: 101 }, () => one).join(',')
    for (const query of [`ids=${one}&state=COMPLETED`, 'ids=', `ids=${one},`, `ids=${many}`])
      expect((await request('GET', `/orders.csv?${query}`)).status, query).toBe(400)
  })

  it('GET /orders.csv writes every column of a paid order as its row has it, and the times as a Date has them', async () => {
    const { testGateway, request } = await createGatewayWithConsole()
    const merchantOrderId = await createPaidOrder(testGateway, 'cart-1')
    const [row = {}] = await testGateway.rows<{ [column: string]: string | null }>(
      `select "merchantOrderId", "reference", "checkout", "state", "resolution", "amount", "refundedAmount", "paymentMode", "instrument",
          "payerVpa", "orderId", "transactionId", "utr", "errorCode", "detailedErrorCode", "createdAtMs", "completedAtMs", "updatedAtMs",
          "attempts" -> 0 -> 'timestamp' as "paidAtMs"
        from galla.orders where "merchantOrderId" = $1`,
      [merchantOrderId],
    )
    const time = (column: string) => new Date(Number(row[column]) + 19_800_000).toISOString().replace('Z', '+05:30')
    const asIs = (...columns: string[]) => columns.map((column) => row[column] ?? '')
    const expected = [
      ...asIs('merchantOrderId', 'reference', 'checkout', 'state', 'resolution', 'amount'),
      ...[(Number(row.amount) / 100).toFixed(2), '0', '0.00'],
      ...asIs(
        'paymentMode',
        'instrument',
        'payerVpa',
        'orderId',
        'transactionId',
        'utr',
        'errorCode',
        'detailedErrorCode',
      ),
      ...['', time('createdAtMs').slice(0, 10)],
      ...['createdAtMs', 'paidAtMs', 'completedAtMs', 'updatedAtMs'].map(time),
    ]
    const [, line] = (await (await request('GET', '/orders.csv')).text()).split('\r\n')
    expect(line?.split(',')).toEqual(expected.map(String))
  })

  it('GET /orders.csv sorts as requested and ends each line with updatedAt', async () => {
    const { testGateway, request } = await createGatewayWithConsole()
    const older = await createPaidOrder(testGateway, 'cart-1')
    await testGateway.advance(1_000)
    const newer = await createPaidOrder(testGateway, 'cart-2')
    await testGateway.advance(1_000)
    const changedAtMs = testGateway.sandbox.clock.now()
    await testGateway.rows('update galla.orders set "updatedAtMs" = $1 where "merchantOrderId" = $2', [
      changedAtMs,
      older,
    ])
    const file = async (query: string) => (await request('GET', `/orders.csv${query}`)).text()
    const ids = (text: string) =>
      text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[0])
    expect(ids(await file(''))).toEqual([newer, older])
    const byChange = await file('?sort=updated')
    expect(ids(byChange)).toEqual([older, newer])
    const [head, first] = byChange.split('\r\n')
    expect([head?.split(',').at(-1), first?.split(',').at(-1)]).toEqual(['updatedAt', indianTime(changedAtMs)])
    // As the ledger's export: days and rupees that a person in India can add up.
    expect(head).toContain(',amountPaise,amountRupees,refundedPaise,refundedRupees,')
    expect(head?.split(',').slice(-5)).toEqual(['createdDay', 'createdAt', 'paidAt', 'completedAt', 'updatedAt'])
    expect(first).toContain(`,${CART.amount},499.00,0,0.00,`)
    expect(first).toMatch(/,\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?\+05:30,/)
  })

  it('GET /orders.csv keeps no transaction open while its reader waits, and can be cancelled', async () => {
    const { testGateway, request } = await createGatewayWithConsole()
    await testGateway.rows(
      `insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "request", "createdAtMs", "updatedAtMs")
        select 'o-' || n, repeat('r', 400), 'STANDARD', 100, 'FAILED', '{}', n, n from generate_series(1, 1600) n`,
    )
    const reader = (await request('GET', '/orders.csv')).body?.getReader()
    expect((await reader?.read())?.value?.length).toBeGreaterThan(100_000)
    const open = await testGateway.rows(
      `select "query" from pg_stat_activity where "datname" = current_database() and "state" like 'idle in transaction%'`,
    )
    expect(open).toEqual([])
    await reader?.cancel()
    expect((await (await request('GET', '/orders.csv')).text()).trimEnd().split('\r\n')).toHaveLength(1_601)
  })

  it.each([
    '=1',
    '+1',
    '-1',
    '@x',
    '\t=1',
    '\r=1',
    ' =1',
    '|x',
    '%x',
    '＝1',
    '\uFEFF=1',
    '\u200B=1',
    '\u0085=1',
    '\0=1',
    '\u202E@x',
  ])('csvLine prefixes %j with an apostrophe', (text) => {
    expect(csvLine([text, 1])).toMatch(/^"?'/)
  })

  it.each([';', '\t', '\n', '\r\n', '\u2028', '\u0085', '\f'])(
    'csvLine leaves no formula in a cell for a program that separates by %j',
    (separator) => {
      const text = `cup${separator}=1+2${separator} @x${separator}-7${separator}a=b`
      const cells = csvLine(['order-1', text]).split(separator)
      expect(cells.map((cell) => cell.trim()).filter((cell) => /^[=+\-@]/.test(cell))).toEqual([])
      expect(csvLine([text])).toContain(`${separator}a=b`)
    },
  )

  it.each([' ', '\n', '\t', ';', '; ', '\n '])('csvLine reads a long row of %j once', (part) => {
    const row = part.repeat(500_000)
    expect(csvLine([`cup${row}!`]).length).toBeGreaterThan(500_000)
    expect(csvLine([`cup;${row}=1`])).toContain(`${part}'=1`)
  })
})
