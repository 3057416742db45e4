import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dataKeys, dataKeysComplaint, NO_DATA_KEYS, sealedWith, UnreadableError } from './data-keys.ts'
import { opened, SEALED_COLUMNS, type SealedTableName, sealed } from './sealed-columns.ts'

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`
const [OLD, NEW] = [key('old'), key('new')]

const FIELD = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.integer(), fc.boolean())
const OBJECT = fc.dictionary(fc.constantFrom('a', '$sealed', 'kind', 'unreadable', '__x', 'udf1'), FIELD)
const ATTEMPTS = fc.array(
  fc.record(
    { transactionId: fc.string(), state: fc.constant('FAILED'), payerVpa: fc.string() },
    { requiredKeys: ['state'] },
  ),
)
/** Values of each column, with the fields that it really has. */
const VALUES: { readonly [column: string]: fc.Arbitrary<unknown> } = {
  attempts: ATTEMPTS,
  request: OBJECT,
  opened: OBJECT,
  headers: OBJECT,
  body: fc.jsonValue(),
  content: OBJECT,
  reply: fc.jsonValue(),
  refusal: fc.record({ code: fc.string(), message: fc.string() }, { requiredKeys: ['code'] }),
  needsReview: fc.record({ reason: fc.string(), theirs: fc.record({ message: fc.string(), amount: fc.integer() }) }),
}
const TABLES = Object.keys(SEALED_COLUMNS) as SealedTableName[]

/** A row of a table as this process has it: with every column that is sealed, and its id. */
const ROW = fc.constantFrom(...TABLES).chain((table) => {
  const { id, columns } = SEALED_COLUMNS[table]
  const values = Object.fromEntries(Object.keys(columns).map((column) => [column, VALUES[column] ?? fc.string()]))
  const ids = Object.fromEntries(id.map((column) => [column, fc.uuid()]))
  return fc.tuple(fc.constant(table), fc.record({ ...values, ...ids }))
})

/** As the database returns it. */
const stored = <Row>(row: Row): Row => JSON.parse(JSON.stringify(row)) as Row

describe('sealed columns', () => {
  it('open to what was sealed, whatever it was, while any of the keys is there', () => {
    fc.assert(
      fc.property(ROW, ([table, row]) => {
        const before = sealed({ dataKeys: dataKeys([OLD]) }, table, row)
        const after = opened({ dataKeys: dataKeys([NEW, OLD]) }, table, stored(before))
        expect(stored(after)).toEqual(stored(row))
      }),
      { numRuns: 300 },
    )
  })

  it('stay as they are without keys', () => {
    const without = { dataKeys: NO_DATA_KEYS }
    const row = { merchantRefundId: 'r', note: 'a cup' }
    expect(opened(without, 'refunds', sealed(without, 'refunds', row))).toEqual(row)
    expect(opened({ dataKeys: dataKeys([NEW]) }, 'refunds', row)).toEqual(row)
  })

  it('keep beside what is sealed only what SQL reads', () => {
    const on = { dataKeys: dataKeys([NEW]) }
    const attempt = { transactionId: 'T1', state: 'FAILED', payerVpa: 'as****a@bank', extra: 'zebra' }
    const order = sealed(on, 'orders', { merchantOrderId: 'o', attempts: [attempt], request: { message: 'zebra' } })
    expect(order.attempts).toEqual([{ transactionId: 'T1', state: 'FAILED', $sealed: expect.any(String) }])
    expect(Object.keys(order.request)).toEqual(['$sealed'])
    const body = { payload: { orderId: 'O1', nickname: 'zebra', list: [{ transactionId: 'T1' }] } }
    expect(sealed(on, 'callbacks', { callbackId: 1, body }).body).toEqual({
      ids: ['O1', 'T1'],
      $sealed: expect.any(String),
    })
  })

  it('seal a value that looks sealed', () => {
    const on = { dataKeys: dataKeys([NEW]) }
    const fake = { $sealed: `galla1:new:${'A'.repeat(60)}`, nickname: 'zebra' }
    const row = sealed(on, 'callbacks', { callbackId: 1, body: fake, error: fake.$sealed })
    expect(JSON.stringify(row)).not.toContain('zebra')
    expect(opened(on, 'callbacks', row)).toEqual({ callbackId: 1, body: fake, error: fake.$sealed })
  })
})

describe('a value that cannot be opened', () => {
  const keys = dataKeys([OLD])
  const row = sealed({ dataKeys: keys }, 'refunds', { merchantRefundId: 'mine', note: 'a cup' })
  const noteOf = (found: typeof row, on = { dataKeys: keys }) => opened(on, 'refunds', found).note

  it('names the key that is missing', () => {
    expect(noteOf(row, { dataKeys: dataKeys([NEW]) })).toBe('[sealed with the data key "old", which is missing]')
    expect(noteOf(row, { dataKeys: NO_DATA_KEYS })).toBe('[sealed with the data key "old", which is missing]')
    expect(() => dataKeys([NEW]).open(row.note, '')).toThrow(UnreadableError)
  })

  it('is refused in another row, and with any bit changed', () => {
    expect(noteOf({ ...row, merchantRefundId: 'yours' })).toMatch(/^\[sealed with the data key "old", and changed/)
    expect(opened({ dataKeys: keys }, 'refunds', { merchantRefundId: 'mine', decisionNote: row.note })).toMatchObject({
      decisionNote: expect.stringMatching(/^\[sealed with/),
    })
    const [, , encrypted = ''] = row.note.split(':')
    for (let bit = 0; bit < encrypted.length * 6; bit += 41) {
      const bytes = Buffer.from(encrypted, 'base64')
      const at = Math.min(bit >> 3, bytes.length - 1)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7))
      expect(noteOf({ ...row, note: `galla1:old:${bytes.toString('base64')}` })).toMatch(/^\[sealed with the data key/)
    }
  })

  it('is never written in its place', () => {
    const on = { dataKeys: dataKeys([NEW]) }
    const attempts = [{ transactionId: 'T1', state: 'PENDING', payerVpa: 'as****a@bank' }]
    const order = sealed({ dataKeys: keys }, 'orders', { merchantOrderId: 'o', attempts })
    const without = opened(on, 'orders', order)
    const written = sealed(on, 'orders', {
      ...without,
      attempts: without.attempts.map((one) => ({ ...one, state: 'FAILED' })),
    })
    expect(opened({ dataKeys: keys }, 'orders', written).attempts).toEqual([{ ...attempts[0], state: 'FAILED' }])
  })
})

describe('data keys', () => {
  it('are checked without showing them', () => {
    const bytes = (count: number) => Buffer.alloc(count, 7).toString('base64')
    expect(dataKeysComplaint([OLD, NEW])).toBeUndefined()
    expect(dataKeysComplaint([OLD.replace(/=$/, '')])).toBeUndefined()
    for (const wrong of [
      [],
      [7],
      [''],
      [bytes(32)],
      [`a:${bytes(31)}`],
      [`a:${bytes(33)}`],
      [`a b:${bytes(32)}`],
      [':x'],
    ])
      expect(dataKeysComplaint(wrong)).toMatch(/^must be keys such as/)
    expect(dataKeysComplaint([OLD, OLD])).toBe('names two keys with the same id')
  })

  it('make digests of their own, the first key first', () => {
    const [one = '', two = ''] = dataKeys([NEW, OLD]).digests('as****a@bank')
    expect(dataKeys([OLD, NEW]).digests('as****a@bank')).toEqual([two, one])
    expect(one).toMatch(/^[0-9a-f]{24}$/)
    expect(two).not.toBe(one)
    expect(sealedWith(dataKeys([NEW, OLD]).seal('x', ''))).toBe('new')
  })
})
