import type { LedgerEntry } from '@galla/contract/gateway-api/ledger'
import type { Paise } from '@galla/contract/money'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { createContext } from '../src/create-context.ts'
import { ledgerCsv } from '../src/services/finance/ledger-export.ts'
import { withProcesses } from './helpers/paid-order.ts'
import { createTestConsole, testPassword } from './helpers/test-console.ts'
import { CART, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

/** 21 Nov 2026, 23:50 in India. */
const BEFORE_MIDNIGHT = Date.UTC(2026, 10, 21, 18, 20)
const HEAD =
  'entryId,day,at,valueAt,kind,debitAccount,creditAccount,amountPaise,amountRupees,merchantOrderId,merchantRefundId,transactionId,origin,reference,utr,paymentMode,title,signedPaise,signedRupees\r\n'

/** One order captured before midnight in India, with a refund of which the hold comes after it. */
async function createGatewayWithEntries(): Promise<TestGateway> {
  const testGateway = await createTestGateway({
    sandbox: {
      refundTiming: false,
      tokenLifeSec: 315_360_000,
      clock: { frozen: true, startMs: BEFORE_MIDNIGHT },
    },
  })
  await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'paid' })
  await testGateway.sandbox.simulatePayment('paid', { outcome: 'SUCCESS' })
  await testGateway.drainJobs()
  await testGateway.sandbox.clock.advance(600_000)
  await testGateway.gateway.refunds.request({
    merchantRefundId: '-1',
    merchantOrderId: 'paid',
    amount: 100 as Paise,
  })
  return testGateway
}

const textOf = async (chunks: AsyncIterable<string>) => {
  let text = ''
  for await (const chunk of chunks) text += chunk
  return text
}

describe('gateway.ledger', () => {
  it('exports the entries of a day in Indian time, amounts in paise, formulas guarded', async () => {
    const { gateway, rows } = await createGatewayWithEntries()
    const [{ transactionId = '', utr = '' } = {}] = await rows<{ transactionId: string; utr: string }>(
      'select "transactionId", "utr" from galla.orders',
    )
    expect(utr).toMatch(/^\d{12}$/)
    await rows(`update galla.refunds set "utr" = '600000000001'`)
    const capture = `1,2026-11-21,2026-11-21T23:50:00.000+05:30,2026-11-21T23:50:00.000+05:30,capture,payments,available,49900,499.00,paid,,${transactionId},,${CART.reference},${utr},UPI_QR,Payment received,49900,499.00\r\n`
    const hold = `2,2026-11-22,2026-11-22T00:00:00.000+05:30,2026-11-22T00:00:00.000+05:30,refund-hold,available,held,100,1.00,paid,'-1,,api,${CART.reference},600000000001,UPI_QR,Held for a refund,0,0.00\r\n`
    expect(await textOf(gateway.ledger.csv({ from: '2026-11-21' }))).toBe(HEAD + capture)
    expect(await textOf(gateway.ledger.csv())).toBe(HEAD + hold)
    expect(await textOf(gateway.ledger.csv({ from: '2026-11-21', to: '2026-11-22' }))).toBe(HEAD + capture + hold)
    expect(await textOf(gateway.ledger.csv({ from: '2026-11-23' }))).toBe(HEAD)
  })

  it('has a signed amount, whose sum is what was collected less what was refunded', async () => {
    const { gateway, sandbox, drainJobs } = await createGatewayWithEntries()
    await drainJobs()
    await sandbox.simulateRefund('-1', { outcome: 'SUCCESS' })
    await gateway.refunds.sync('-1')
    const file = await textOf(gateway.ledger.csv({ from: '2026-11-21', to: '2026-11-22', by: 'value' }))
    const lines = file
      .trim()
      .split('\r\n')
      .map((line) => line.split(',').slice(-3))
    expect(lines).toEqual([
      ['title', 'signedPaise', 'signedRupees'],
      ['Payment received', '49900', '499.00'],
      ['Held for a refund', '0', '0.00'],
      ['Refunded', '-100', '-1.00'],
    ])
    expect(lines.slice(1).reduce((sum, [, paise]) => sum + Number(paise), 0)).toBe(49_800)
  })

  it.each([{ from: '2026-11-31' }, { from: 'today' }, { from: '2026-11-22', to: '2026-11-21' }])(
    'refuses the days %j',
    async (days) => {
      const { gateway } = await createGatewayWithEntries()
      expect(() => gateway.ledger.csv(days)).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }))
    },
  )

  it('lists entries page by page, oldest first, with a filter by order and time', async () => {
    const { gateway } = await createGatewayWithEntries()
    const all: LedgerEntry[] = []
    let after: string | undefined
    do {
      const page = await gateway.ledger.list({ limit: 1, ...(after === undefined ? {} : { after }) })
      expect(page.rows).toHaveLength(1)
      all.push(...page.rows)
      after = page.next
    } while (after !== undefined)
    expect(all.map(({ kind }) => kind)).toEqual(['capture', 'refund-hold'])
    expect((await gateway.ledger.list({ toMs: BEFORE_MIDNIGHT + 1 })).rows).toHaveLength(1)
    expect((await gateway.ledger.list({ merchantOrderId: 'other' })).rows).toEqual([])
    await expect(gateway.ledger.list({ limit: 0 })).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  })
})

it('the console streams the export and shows the entries of an order', async () => {
  const testGateway = await createGatewayWithEntries()
  const { context, stop } = await createContext(testGateway.settings)
  const { request, json } = await createTestConsole(context, await testPassword())
  const file = await request('/api/ledger.csv?from=2026-11-21&to=2026-11-22')
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="ledger-2026-11-21-to-2026-11-22.csv"')
  expect((await file.text()).split('\r\n')).toHaveLength(4)
  expect((await request('/api/ledger.csv?from=yesterday')).status).toBe(400)
  expect((await request('/api/ledger.csv?day=2026-11-21')).status).toBe(400)
  expect(await json('/api/orders/paid')).toMatchObject({
    ledger: [
      { kind: 'capture', debitAccount: 'payments', creditAccount: 'available', amount: 49_900 },
      { kind: 'refund-hold', merchantRefundId: '-1', origin: 'api', amount: 100 },
    ],
  })
  await stop()
})

describe('an export while a transaction has posted and not ended', () => {
  /** A transfer whose commit waits, as for a standby; `after` runs at each pause of the export. */
  async function openWriter(after: (pause: number, writer: Client) => Promise<unknown>) {
    const testGateway = await createGatewayWithEntries()
    const writer = new Client(testGateway.settings.database as object)
    await writer.connect()
    await writer.query('begin')
    await writer.query('lock table galla.ledger in row exclusive mode')
    await writer.query(`update galla.orders set "reference" = 'as committed'`)
    let pauses = 0
    const exported = withProcesses(testGateway, 1, async ([context]) => {
      if (!context) return undefined
      const pausing = {
        ...context,
        after: (_: number, run: () => void) => {
          pauses += 1
          void after(pauses, writer).then(run)
          return () => {}
        },
      }
      return textOf(ledgerCsv(pausing, { from: '2026-11-21' }).chunks)
    })
    const text = await exported.finally(() => writer.end())
    return { text, pauses }
  }

  it('waits for its end, and has what it wrote', async () => {
    const { text, pauses } = await openWriter(async (pause, writer) => pause === 3 && writer.query('commit'))
    expect([pauses, text]).toEqual([3, expect.stringContaining('as committed')])
  })

  it('is refused when it does not end', async () => {
    await expect(openWriter(async () => {})).rejects.toMatchObject({ code: 'BUSY' })
  })
})
