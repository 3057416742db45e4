import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { toException } from '../../src/compat/exceptions.ts'
import { backoffMs } from '../../src/http/retry.ts'
import { type Galla, paise } from '../../src/index.ts'
import { normalizeOptions } from '../../src/options.ts'
import { CREDENTIALS, failureOf, recorded } from '../support/client.ts'
import { isToken, response } from '../support/recording-fetch.ts'

const DOCUMENT = readFileSync(new URL('../../../../docs/specification.md', import.meta.url), 'utf8')

/** The rows of the tables of a section, as cells without their marks of code. */
function rowsOf(section: number): string[][] {
  const text = new RegExp(`^## ${section}\\. [^]*?(?=^## |(?![^]))`, 'm').exec(DOCUMENT)?.[0] ?? ''
  return text
    .split('\n')
    .filter((line) => /^\|(?!---)/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    )
}

const order = { merchantOrderId: 'order-1', amount: paise(100) } as const
const refund = { merchantRefundId: 'r-1', originalMerchantOrderId: 'order-1', amount: paise(100) } as const
const transaction = { transactionId: 'OM1' } as const

/** How each call of the table is made. */
const CALLS: { readonly [name: string]: (galla: Galla) => Promise<unknown> } = {
  'standardCheckout.pay': ({ standardCheckout }) => standardCheckout.pay(order),
  'standardCheckout.getOrderStatus': ({ standardCheckout }) => standardCheckout.getOrderStatus(order),
  'standardCheckout.getTransactionStatus': ({ standardCheckout }) => standardCheckout.getTransactionStatus(transaction),
  'standardCheckout.createSdkOrder': ({ standardCheckout }) => standardCheckout.createSdkOrder(order),
  'customCheckout.pay': ({ customCheckout }) => customCheckout.pay({ ...order, paymentMode: { type: 'UPI_QR' } }),
  'customCheckout.getOrderStatus': ({ customCheckout }) => customCheckout.getOrderStatus(order),
  'customCheckout.getTransactionStatus': ({ customCheckout }) => customCheckout.getTransactionStatus(transaction),
  'customCheckout.createSdkOrder': ({ customCheckout }) => customCheckout.createSdkOrder(order),
  'refunds.create': ({ refunds }) => refunds.create(refund),
  'refunds.getStatus': ({ refunds }) => refunds.getStatus(refund),
  'upi.validate': ({ upi }) => upi.validate({ type: 'VPA', vpa: 'a@ybl' }),
}

const IDS: { readonly [name: string]: string } = {
  '{merchantOrderId}': 'order-1',
  '{transactionId}': 'OM1',
  '{merchantRefundId}': 'r-1',
}

describe('specification §7: the table of calls', () => {
  const documented = rowsOf(7).filter(([name = '']) => name.includes('.'))

  it('specification §7: lists each method of the client', () => {
    expect(documented.map(([name]) => name).sort()).toEqual(Object.keys(CALLS).sort())
  })

  it.each(documented)('specification §7: %s sends %s', async (name = '', target = '') => {
    const { galla, wire } = recorded()
    await CALLS[name]?.(galla)
    const path = target.replaceAll(/\{\w+\}/g, (id) => IDS[id] ?? id)
    expect(`${wire.single().method} ${wire.single().path.replace('/apis/pg-sandbox', '')}`).toBe(path)
  })

  it('specification §7: lists the headers that a call has', async () => {
    const { galla, wire } = recorded()
    await galla.standardCheckout.pay(order)
    const [call, token] = [wire.single().headers, wire.tokens[0]?.headers ?? {}]
    const value = (name: string) =>
      rowsOf(7)
        .flatMap(([names = '', values = '']) => {
          const at = names.split(', ').indexOf(name)
          return at < 0 ? [] : [values.split(/[,;] /)[at]]
        })
        .at(0)
    for (const name of [
      'Content-Type',
      'Accept',
      'x-source',
      'x-source-version',
      'x-source-platform',
      'x-source-platform-version',
    ])
      expect([name, call[name.toLowerCase()]]).toEqual([name, value(name)])
    expect(token['content-type']).toBe('application/x-www-form-urlencoded')
    expect(Object.keys(token).filter((name) => name === 'authorization' || name.startsWith('x-source'))).toEqual([])
  })
})

describe('specification §8: the table of statuses', () => {
  const documented = rowsOf(8).filter(([status = '']) => /^(\d{3}|other 4xx|5xx)$/.test(status))

  it('specification §8: has eleven rows', () => expect(documented).toHaveLength(11))

  it.each(documented)(
    'specification §8: %s is %s, and %s in compat',
    async (status = '', kind = '', exception = '') => {
      const httpStatus = { 'other 4xx': 418, '5xx': 503 }[status] ?? Number(status)
      const { galla } = recorded((request) => (isToken(request) ? undefined : response({}, httpStatus)))
      const error = await failureOf(galla.refunds.getStatus(refund))
      expect(error).toMatchObject({ kind, httpStatus })
      expect(toException(error)).toMatchObject({ type: exception, httpStatusCode: httpStatus })
    },
  )
})

describe('specification §9: the retries', () => {
  it('specification §9: are those of the options', () => {
    const retryOf = (retry: 'off' | 'helper') => normalizeOptions({ ...CREDENTIALS, retry }, () => undefined).retry
    expect(retryOf('off').retries).toBe(0)
    expect(DOCUMENT).toContain(
      `| ${retryOf('helper').retries} retries of \`GET\` after network failures and 5xx, without a pause |`,
    )
    expect(retryOf('helper').baseMs).toBe(0)
  })

  it('specification §9: pause as the table says', () => {
    const pauses = [1, 2, 3].map((retry) =>
      [0, 1].map((random) => backoffMs(retry, { baseMs: 100, jitter: 0.2 }, random)).join('–'),
    )
    const [first, second, third] = pauses.map((pause) => `${pause} ms`)
    expect(DOCUMENT).toContain(`With \`baseMs: 100\`, the pauses are ${first}, ${second} and ${third}`)
  })
})
