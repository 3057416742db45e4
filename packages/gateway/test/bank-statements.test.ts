import type { Paise } from '@galla/contract/money'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { payOrder } from './helpers/paid-order.ts'
import { setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

/** Thursday, 8 January 2026, 12:00 in India. */
const START = Date.UTC(2026, 0, 8, 6, 30)
/** 21 January 2026, 12:00 in India: after the last line of every statement. */
const IMPORTED = Date.UTC(2026, 0, 21, 6, 30)
/** ₹499 less a fee of 2 % and 18 % tax on the fee. */
const NET = 48_722

const create = () => createTestGateway({ sandbox: { clock: { frozen: true, startMs: START } } })

interface Settled {
  readonly settlementId: string
  readonly utr: string
}

/** Pays an order for each id, each in a settlement of its own that the bank has, on 8 January. */
async function settled(testGateway: TestGateway, ...ids: string[]): Promise<Settled[]> {
  const { gateway, sandbox } = testGateway
  const found: Settled[] = []
  for (const id of ids) {
    await payOrder(testGateway, id)
    const { settlementId } = await sandbox.settle()
    await sandbox.simulateSettlement(settlementId, { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    found.push({ settlementId, utr: (await gateway.settlements.get(settlementId))?.utr ?? '' })
  }
  return found
}

const HEADING = 'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance'
/** Lines of another kind before and after the settlements, so that the statement covers their day. */
const [BEFORE, AFTER] = ['01/01/26,RENT,000001,01/01/26,100.00,,', '20/01/26,ATM CASH,000002,20/01/26,100.00,,']
const credit = (utr: string, amount = '487.22', day = '09/01/26') =>
  `${day},NEFT CR-YESB0000001-PHONEPE PRIVATE LIMITED-SHOP-${utr},0000${utr},${day},,${amount},`
const csv = (...rows: string[]) => [HEADING, BEFORE, ...rows, AFTER].join('\n')

const importText = async ({ gateway, sandbox }: TestGateway, text: string, preview = false) => {
  await sandbox.clock.advance(Math.max(0, IMPORTED - sandbox.clock.now()))
  return gateway.bankStatements.import({ name: 'january.csv', text, preview })
}
const findingsOf = async ({ gateway }: TestGateway) =>
  (await gateway.settlements.report()).findings.map(({ kind, settlementId, amount }) => ({
    kind,
    settlementId,
    amount,
  }))
const stored = ({ rows }: TestGateway) =>
  rows<{ line: number; day: string; amount: number; references: string[] }>(
    'select "line", "day", "amount"::integer, "references" from galla.bank_statement_lines order by "statementId", "line"',
  )

describe('a bank statement', () => {
  it('is compared with settlements by their UTR: credited, another amount, no credit, and a credit that nobody knows', async () => {
    const testGateway = await create()
    const [paid, less, none] = await settled(testGateway, 'order-1', 'order-2', 'order-3')
    const imported = await importText(
      testGateway,
      csv(credit(paid?.utr ?? ''), credit(less?.utr ?? '', '487.21'), credit('YESAP00000000001', '12.00')),
    )
    expect(imported).toMatchObject({
      ...{ format: 'csv', fromDay: '2026-01-01', toDay: '2026-01-20', lines: 5, stored: 3, known: 0, ignored: 2 },
      credits: { count: 3, amount: NET + NET - 1 + 1_200 },
    })
    expect(imported.comparison).toEqual({
      credited: { count: 1, amount: NET },
      creditedByAmount: 0,
      differing: [{ ...less, amount: NET, credited: NET - 1, day: '2026-01-09' }],
      missing: [{ ...none, amount: NET, credited: 0, day: '2026-01-08' }],
      unknown: [{ day: '2026-01-09', amount: 1_200, references: ['YESAP00000000001'] }],
    })
    expect(await findingsOf(testGateway)).toEqual([
      { kind: 'credit-differs', settlementId: less?.settlementId, amount: -1 },
      { kind: 'not-credited', settlementId: none?.settlementId, amount: NET },
    ])
    const [, missing] = (await testGateway.gateway.settlements.report()).findings
    expect(missing?.sinceMs).toBe(Date.UTC(2026, 0, 7, 18, 30))
    const report = await testGateway.gateway.bankStatements.report()
    expect(report).toMatchObject({ ...imported.comparison, statements: [{ name: 'january.csv', lines: 3 }] })
  })

  it('is whole or not there: a preview stores nothing and shows what the import will show', async () => {
    const testGateway = await create()
    const [paid] = await settled(testGateway, 'order-1')
    const text = csv(credit(paid?.utr ?? ''))
    const preview = await importText(testGateway, text, true)
    expect(await testGateway.rows('select from galla.bank_statements')).toEqual([])
    expect(preview).toMatchObject({ stored: 1, comparison: { credited: { count: 1, amount: NET } } })
    expect(await importText(testGateway, text)).toEqual(preview)
  })

  it('changes nothing when it is imported again, or overlaps with another one', async () => {
    const testGateway = await create()
    const [first, second] = await settled(testGateway, 'order-1', 'order-2')
    const text = csv(credit(first?.utr ?? ''))
    await importText(testGateway, text)
    expect(await importText(testGateway, text)).toMatchObject({ stored: 0, known: 1, ignored: 2 })
    await importText(testGateway, csv(credit(first?.utr ?? ''), credit(second?.utr ?? '', '487.22', '10/01/26')))
    const report = await testGateway.gateway.bankStatements.report()
    expect(report).toMatchObject({ credited: { count: 2, amount: 2 * NET }, differing: [], missing: [], unknown: [] })
    expect(report.statements).toHaveLength(2)
    expect(await findingsOf(testGateway)).toEqual([])
  })

  it('counts a credit once when two files that overlap date the credit differently', async () => {
    const testGateway = await create()
    const [first, second] = await settled(testGateway, 'order-1', 'order-2')
    await importText(testGateway, csv(credit(first?.utr ?? ''), credit(second?.utr ?? '')))
    await importText(testGateway, csv(credit(first?.utr ?? '', '487.22', '10/01/26')))
    const report = await testGateway.gateway.bankStatements.report()
    expect(report).toMatchObject({ credited: { count: 2, amount: 2 * NET }, differing: [], missing: [], unknown: [] })
  })

  it('counts the second credit of a settlement once when only that credit is in a second file', async () => {
    const testGateway = await create()
    const [{ utr, settlementId } = { utr: '', settlementId: '' }] = await settled(testGateway, 'order-1')
    const [first, second] = [credit(utr, '480.00'), credit(utr, '7.00', '10/01/26')]
    await importText(testGateway, csv(first, second))
    await importText(testGateway, csv(second))
    expect(await findingsOf(testGateway)).toEqual([{ kind: 'credit-differs', settlementId, amount: 48_700 - NET }])
  })

  it('is refused when a line is dated after today: no settlement of a day to come is expected', async () => {
    const testGateway = await create()
    await settled(testGateway, 'order-1')
    const until = (day: string) => [HEADING, BEFORE, `${day},RENT,3,${day},1.00,,`].join('\n')
    await expect(importText(testGateway, until('22/01/26'))).rejects.toThrow('row 3 has the day 2026-01-22')
    expect(await testGateway.rows('select from galla.bank_statements')).toEqual([])
    expect(await importText(testGateway, until('21/01/26'))).toMatchObject({ toDay: '2026-01-21' })
  })

  it('has two equal credits of one settlement as two, and a credit that the bank took back as none', async () => {
    const testGateway = await create()
    const [twice, returned] = await settled(testGateway, 'order-1', 'order-2')
    const back = `10/01/26,NEFT RETURN-${returned?.utr},0,10/01/26,487.22,,`
    await importText(
      testGateway,
      csv(credit(twice?.utr ?? ''), credit(twice?.utr ?? ''), credit(returned?.utr ?? ''), back),
    )
    expect(await findingsOf(testGateway)).toEqual([
      { kind: 'credit-differs', settlementId: twice?.settlementId, amount: NET },
      { kind: 'credit-differs', settlementId: returned?.settlementId, amount: -NET },
    ])
  })

  it('stores of other lines nothing, and of the lines of settlements no narration', async () => {
    const testGateway = await create()
    const [paid] = await settled(testGateway, 'order-1')
    const upi = '09/01/26,UPI-ASHA RAO-9876543210@YBL-516600000999-PHONEPE,0000516600000999,09/01/26,,55.00,'
    await importText(testGateway, csv(upi, credit(paid?.utr ?? '')))
    expect(await stored(testGateway)).toEqual([{ line: 4, day: '2026-01-09', amount: NET, references: [paid?.utr] }])
    const [{ all } = { all: '' }] = await testGateway.rows<{ all: string }>(
      `select (select json_agg(l)::text from galla.bank_statement_lines l) || (select json_agg(s)::text from galla.bank_statements s) as "all"`,
    )
    expect(all).not.toMatch(/asha|9876543210|516600000999|private/i)
  })

  it('ties the only line of an amount to the only settlement of the day without their having a UTR in common', async () => {
    const testGateway = await create()
    const [paid] = await settled(testGateway, 'order-1')
    const line = '08/01/26,TRANSFER FROM 123456789012,000000000003,08/01/26,,487.22,'
    const { comparison } = await importText(testGateway, csv(line))
    expect(comparison).toMatchObject({ credited: { count: 1, amount: NET }, creditedByAmount: 1, missing: [] })
    // Its references may be about somebody else.
    expect(await stored(testGateway)).toEqual([{ line: 3, day: '2026-01-08', amount: NET, references: [] }])
    await importText(testGateway, csv(credit(paid?.utr ?? '')))
    expect((await testGateway.gateway.bankStatements.report()).creditedByAmount).toBe(0)
  })

  it.each([
    ['two lines', ['08/01/26,CASH A,1,08/01/26,,487.22,', '08/01/26,CASH B,2,08/01/26,,487.22,'], ['order-1']],
    ['two settlements', ['08/01/26,CASH A,1,08/01/26,,487.22,'], ['order-1', 'order-2']],
    ['a line of another day only', ['07/01/26,CASH A,1,07/01/26,,487.22,'], ['order-1']],
  ])('ties nothing by the amount when there are, for one amount, %s', async (_title, lines, orders) => {
    const testGateway = await create()
    await settled(testGateway, ...orders)
    const { comparison, stored: count } = await importText(testGateway, csv(...lines))
    expect(comparison).toMatchObject({ credited: { count: 0 }, creditedByAmount: 0, unknown: [] })
    expect(comparison.missing).toHaveLength(orders.length)
    expect(count).toBe(0)
  })

  it('has a line with the UTRs of two settlements as a line of none, also when the line does not name the provider', async () => {
    const testGateway = await create()
    const [first, second] = await settled(testGateway, 'order-1', 'order-2')
    const line = `09/01/26,NEFT ${first?.utr} ${second?.utr},,09/01/26,,974.44,`
    const { comparison } = await importText(testGateway, csv(line))
    const references = [first?.utr, second?.utr]
    expect(comparison.unknown).toEqual([{ day: '2026-01-09', amount: 2 * NET, references }])
    expect(comparison.missing).toHaveLength(2)
    expect((await testGateway.gateway.bankStatements.report()).unknown).toEqual(comparison.unknown)
  })

  it('stores no line that is larger than any settlement: sums stay exact', async () => {
    const testGateway = await create()
    const imported = await importText(testGateway, csv(credit('YESAP00000000001', '10000000000.01')))
    expect(imported).toMatchObject({ stored: 0, ignored: 3 })
  })

  it('expects a credit only of settlements whose day, and a later day, it covers', async () => {
    const testGateway = await create()
    await settled(testGateway, 'order-1')
    const until = (day: string) => [HEADING, BEFORE, `${day}/01/26,RENT,3,${day}/01/26,1.00,,`].join('\n')
    expect((await importText(testGateway, until('07'))).comparison.missing).toEqual([])
    expect((await importText(testGateway, until('08'))).comparison.missing).toEqual([])
    const next = [HEADING, '10/01/26,RENT,4,10/01/26,1.00,,', AFTER].join('\n')
    await importText(testGateway, next)
    expect((await testGateway.gateway.bankStatements.report()).missing).toHaveLength(1)
  })

  it('shows a settlement as credited once it becomes known, when its line names the provider', async () => {
    const testGateway = await create()
    const { gateway, sandbox } = testGateway
    await sandbox.setReceiver({ url: '' })
    await payOrder(testGateway, 'order-1')
    await gateway.orders.sync('order-1')
    const { settlementId } = await sandbox.settle()
    await sandbox.simulateSettlement(settlementId, { outcome: 'SUCCESS' })
    const [{ utr } = { utr: '' }] = await sandbox.settlements()
    await importText(testGateway, csv(credit(utr)))
    expect((await gateway.bankStatements.report()).unknown).toHaveLength(1)
    await gateway.settlements.sync()
    expect(await gateway.bankStatements.report()).toMatchObject({ credited: { count: 1, amount: NET }, unknown: [] })
  })

  it('is removed with what it had shown', async () => {
    const testGateway = await create()
    const { gateway } = testGateway
    await settled(testGateway, 'order-1')
    await importText(testGateway, csv())
    expect(await findingsOf(testGateway)).toMatchObject([{ kind: 'not-credited' }])
    const [{ statementId } = { statementId: 0 }] = (await gateway.bankStatements.report()).statements
    await gateway.bankStatements.remove(statementId)
    expect(await gateway.bankStatements.report()).toMatchObject({ statements: [], missing: [] })
    expect(await findingsOf(testGateway)).toEqual([])
    await expect(gateway.bankStatements.remove(statementId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(gateway.bankStatements.remove(0)).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  })

  it('leaves nothing when its process is killed in the middle, and is imported afterwards', async () => {
    const testGateway = await create()
    const [paid] = await settled(testGateway, 'order-1')
    // The import waits for the lock that another transaction holds; then its connection is cut, as by kill -9.
    const holder = new Client({ ...(testGateway.settings.database as object) })
    await holder.connect()
    await holder.query('begin')
    await holder.query('lock table galla.bank_statement_lines in access exclusive mode')
    const text = csv(credit(paid?.utr ?? ''))
    const importing = importText(testGateway, text).catch((error: unknown) => error)
    const waiting = async () =>
      testGateway.rows<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    await expect.poll(async () => (await waiting()).length, { timeout: 10_000 }).toBe(1)
    await testGateway.rows('select pg_terminate_backend($1)', [(await waiting())[0]?.pid])
    expect(await importing).toBeInstanceOf(Error)
    await holder.query('rollback')
    await holder.end()
    expect(await testGateway.rows('select from galla.bank_statements')).toEqual([])
    expect(await importText(testGateway, text)).toMatchObject({ stored: 1, comparison: { credited: { count: 1 } } })
  })

  it('is stored once when two replicas import it at the same time', async () => {
    const testGateway = await create()
    const [paid] = await settled(testGateway, 'order-1')
    const text = csv(credit(paid?.utr ?? ''))
    const imports = await Promise.all([importText(testGateway, text), importText(testGateway, text)])
    expect(imports.map(({ stored: count }) => count).sort()).toEqual([0, 1])
    expect(await stored(testGateway)).toHaveLength(1)
  })
})

/** A statement of ISO 20022 with these entries. */
const camt = (entries: string, root = 'BkToCstmrStmt') => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><${root}><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id>${entries}</Stmt></${root}></Document>`
const entry = (
  utr: string,
  { amount = '487.22', sign = 'CRDT', status = '<Cd>BOOK</Cd>', day = '2026-01-09', currency = 'INR' } = {},
) =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Sts>${status}</Sts><BookgDt><Dt>${day}</Dt></BookgDt>
  <NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId><TxId>${utr}</TxId></Refs><Amt Ccy="INR">1.00</Amt>
  <RltdPties><Dbtr><Pty><Nm>PHONEPE &amp; SONS PRIVATE LIMITED</Nm></Pty></Dbtr></RltdPties></TxDtls></NtryDtls></Ntry>`

describe('a bank statement of camt.053', () => {
  it('is read as a CSV file is, without entries that are not booked', async () => {
    const testGateway = await create()
    const [paid, old] = await settled(testGateway, 'order-1', 'order-2')
    const entries = [
      entry(paid?.utr ?? ''),
      entry(old?.utr ?? '', { status: 'BOOK', day: '2026-01-10' }),
      entry('YESAP00000000002', { status: '<Cd>PDNG</Cd>' }),
      entry('YESAP00000000003', { sign: 'DBIT', day: '2026-01-20', amount: '5' }),
    ]
    const imported = await importText(testGateway, camt(entries.join('\n')))
    expect(imported).toMatchObject({ format: 'camt.053', lines: 3, stored: 3, toDay: '2026-01-20', columns: {} })
    expect(imported.comparison).toMatchObject({
      credited: { count: 2, amount: 2 * NET },
      unknown: [{ amount: -500, references: ['YESAP00000000003'] }],
    })
    await importText(testGateway, csv(credit(paid?.utr ?? '')))
    expect((await testGateway.gateway.bankStatements.report()).credited).toEqual({
      count: 2,
      amount: (2 * NET) as Paise,
    })
  })

  it.each([
    ['is not well-formed', camt('<Ntry>'), 'not well-formed XML'],
    ['has a document type', `<!DOCTYPE a [<!ENTITY b "c">]>${camt(entry('X'))}`, 'has a document type definition'],
    ['is another message', camt(entry('X'), 'BkToCstmrAcctRpt'), 'has no BkToCstmrStmt'],
    ['is of another currency', camt(entry('X', { currency: 'USD' })), 'has the currency USD'],
    ['has an amount that cannot be read', camt(entry('X', { amount: '1e3' })), 'has no amount of rupees'],
    ['has an entry without a sign', camt(entry('X', { sign: '' })), 'is neither a credit'],
    ['is of an account in another currency', camt(`<Acct><Ccy>USD</Ccy></Acct>${entry('X')}`), 'account is in USD'],
    ['is nested without an end', `<a>${'<b>'.repeat(200)}`, 'nested too deeply'],
    ['has no entry', camt(''), 'has no transaction'],
  ])('that %s is refused as a whole', async (_title, text, problem) => {
    const testGateway = await create()
    await expect(importText(testGateway, text)).rejects.toThrow(problem)
    expect(await testGateway.rows('select from galla.bank_statements')).toEqual([])
  })
})

it.each(['', '\u200B', 'a\u001B[2Jb.csv', 'x'.repeat(201)])(
  'the name of a statement is refused when it is %j',
  async (name) => {
    const { gateway } = await create()
    await expect(gateway.bankStatements.import({ name, text: 'a' })).rejects.toThrow(/^name must be/)
  },
)

describe('a file that is no bank statement', () => {
  it.each([
    ['an Excel file', 'PK\u0003\u0004', 'save it as CSV'],
    ['an older Excel file', '\ufffd\ufffd\u0011\ufffd', 'save it as CSV'],
    ['a PDF', '%PDF-1.7', 'is a PDF'],
    [
      'CSV in UTF-16',
      '\ufffd\ufffdD\u0000a\u0000t\u0000e\u0000',
      'is encoded as UTF-16: save the file as CSV in UTF-8',
    ],
    ['MT940', '{1:F01YESBINBB}{2:I940}{4:\n:20:1', 'is an MT940 file'],
    ['a web page', '<html><table>', 'is a web page'],
    ['the report of settlements', 'merchant_order_id,transaction_type\n', 'has no column Date'],
    ['without credits', 'Date,Narration,Withdrawal Amt.\n', 'has no column Deposit Amt., Credit or Amount'],
    ['with a column twice', 'Date,Narration,Debit,Credit,Deposit\n', 'has a column twice: Credit + Deposit'],
    ['empty', '', 'has no column Date'],
    ['without transactions', HEADING, 'has no transaction'],
    ['with a row that cannot be read', csv('09/01/26,X,1,09/01/26,,1.001,'), 'row 3 has no amount of rupees'],
    ['with quotes that do not match', `${HEADING}\n"09/01/26,X\n`, 'quotes that do not match'],
  ])('is refused with what to do: %s', async (_title, text, problem) => {
    const testGateway = await create()
    await expect(importText(testGateway, text)).rejects.toThrow(problem)
    await expect(importText(testGateway, text)).rejects.toMatchObject({ code: 'INVALID_REQUEST', field: 'text' })
  })

  it('is found below the name and the address of the account, with tabs between the cells', async () => {
    const testGateway = await create()
    const above = ['Account Name\t:\tSHOP', 'Address\t:\tPUNE', '', 'Start Date\t:\t1 Jan 2026', '']
    const heading = 'Txn Date\tValue Date\tDescription\tRef No./Cheque No.\tDebit\tCredit\tBalance'
    const row =
      '9 Jan 2026\t9 Jan 2026\t   BY TRANSFER-NEFT*YESB0000001*YESAP61641609940*PhonePe Limited*--\tTRANSFER FROM 99509044300 / \t \t487.22\t1.00'
    expect(
      await importText(testGateway, [...above, heading, row, '**This is a computer generated statement'].join('\r\n')),
    ).toMatchObject({
      ...{ lines: 1, stored: 1, fromDay: '2026-01-09' },
      columns: { day: 'Txn Date', narration: 'Description', credit: 'Credit' },
    })
  })
})
