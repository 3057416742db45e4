import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dataKeys, dataKeysComplaint, encryptedWith, NO_DATA_KEYS, UnreadableError } from './data-keys.ts'
import { decrypted, ENCRYPTED_COLUMNS, type EncryptedTableName, encrypted, keysOf } from './encrypted-columns.ts'

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`
const [OLD, NEW] = [key('old'), key('new')]

const FIELD = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.integer(), fc.boolean())
const OBJECT = fc.dictionary(fc.constantFrom('a', '$encrypted', 'kind', 'unreadable', '__x', 'udf1'), FIELD)
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
  response: fc.jsonValue(),
  refusal: fc.record({ code: fc.string(), message: fc.string() }, { requiredKeys: ['code'] }),
  needsReview: fc.record({ reason: fc.string(), theirs: fc.record({ message: fc.string(), amount: fc.integer() }) }),
}
const TABLES = Object.keys(ENCRYPTED_COLUMNS) as EncryptedTableName[]

/** A row of a table as this process has it: with every column that is encrypted, and its id. */
const ROW = fc.constantFrom(...TABLES).chain((table) => {
  const { id, columns } = ENCRYPTED_COLUMNS[table]
  const values = Object.fromEntries(Object.keys(columns).map((column) => [column, VALUES[column] ?? fc.string()]))
  const ids = Object.fromEntries(id.map((column) => [column, fc.uuid()]))
  return fc.tuple(fc.constant(table), fc.record({ ...values, ...ids }))
})

/** As the database returns it. */
const stored = <Row>(row: Row): Row => JSON.parse(JSON.stringify(row)) as Row

describe('encrypted columns', () => {
  it('open to what was encrypted, whatever it was, while any of the keys is there', () => {
    fc.assert(
      fc.property(ROW, ([table, row]) => {
        const before = encrypted({ dataKeys: dataKeys([OLD]) }, table, row)
        const after = decrypted({ dataKeys: dataKeys([NEW, OLD]) }, table, stored(before))
        expect(stored(after)).toEqual(stored(row))
      }),
      { numRuns: 300 },
    )
  })

  it('stay as they are without keys', () => {
    const without = { dataKeys: NO_DATA_KEYS }
    const row = { merchantRefundId: 'r', note: 'a cup' }
    expect(decrypted(without, 'refunds', encrypted(without, 'refunds', row))).toEqual(row)
    expect(decrypted({ dataKeys: dataKeys([NEW]) }, 'refunds', row)).toEqual(row)
  })

  it('return a text that looks encrypted as it was typed, without keys and with them', () => {
    const planted = `galla1:new:${'A'.repeat(60)}`
    for (const typed of [planted, `galla1::${planted}`, 'galla1::', 'galla1:new:short'])
      for (const keys of [NO_DATA_KEYS, dataKeys([NEW])]) {
        const row = {
          merchantRefundId: 'r',
          note: typed,
          decisionNote: typed,
          refusal: { message: typed },
          needsReview: { theirs: { message: typed } },
        }
        const before = stored(encrypted({ dataKeys: keys }, 'refunds', row))
        expect(decrypted({ dataKeys: keys }, 'refunds', before)).toEqual(row)
        // The key comes later: what was stored in clear is still in clear.
        expect(decrypted({ dataKeys: dataKeys([NEW]) }, 'refunds', before)).toEqual(row)
        if (keys === NO_DATA_KEYS) expect(new Set(keysOf('refunds', before))).toEqual(new Set([undefined]))
      }
  })

  it('keep beside what is encrypted only what SQL reads', () => {
    const on = { dataKeys: dataKeys([NEW]) }
    const attempt = { transactionId: 'T1', state: 'FAILED', payerVpa: 'as****a@bank', extra: 'zebra' }
    const order = encrypted(on, 'orders', { merchantOrderId: 'o', attempts: [attempt], request: { message: 'zebra' } })
    expect(order.attempts).toEqual([{ transactionId: 'T1', state: 'FAILED', $encrypted: expect.any(String) }])
    expect(Object.keys(order.request)).toEqual(['$encrypted'])
    const body = { payload: { orderId: 'O1', nickname: 'zebra', list: [{ transactionId: 'T1' }] } }
    expect(encrypted(on, 'callbacks', { callbackId: 1, body }).body).toEqual({
      ids: ['O1', 'T1'],
      $encrypted: expect.any(String),
    })
  })

  it('encrypt a value that looks encrypted', () => {
    const on = { dataKeys: dataKeys([NEW]) }
    const fake = { $encrypted: `galla1:new:${'A'.repeat(60)}`, nickname: 'zebra' }
    const row = encrypted(on, 'callbacks', { callbackId: 1, body: fake, error: fake.$encrypted })
    expect(JSON.stringify(row)).not.toContain('zebra')
    expect(decrypted(on, 'callbacks', row)).toEqual({ callbackId: 1, body: fake, error: fake.$encrypted })
  })
})

describe('a value that cannot be decrypted', () => {
  const keys = dataKeys([OLD])
  const row = encrypted({ dataKeys: keys }, 'refunds', { id: 1, note: 'a cup' })
  const noteOf = (found: typeof row, on = { dataKeys: keys }) => decrypted(on, 'refunds', found).note

  it('names the key that is missing', () => {
    expect(noteOf(row, { dataKeys: dataKeys([NEW]) })).toBe('[encrypted with the data key "old", which is missing]')
    expect(noteOf(row, { dataKeys: NO_DATA_KEYS })).toBe('[encrypted with the data key "old", which is missing]')
    expect(() => dataKeys([NEW]).decrypt(row.note, '')).toThrow(UnreadableError)
  })

  it('is refused in another row, and with any bit changed', () => {
    expect(noteOf({ ...row, id: 2 })).toMatch(/^\[encrypted with the data key "old", and changed/)
    expect(decrypted({ dataKeys: keys }, 'refunds', { id: 1, decisionNote: row.note })).toMatchObject({
      decisionNote: expect.stringMatching(/^\[encrypted with/),
    })
    const [, , encrypted = ''] = row.note.split(':')
    for (let bit = 0; bit < encrypted.length * 6; bit += 41) {
      const bytes = Buffer.from(encrypted, 'base64')
      const at = Math.min(bit >> 3, bytes.length - 1)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7))
      expect(noteOf({ ...row, note: `galla1:old:${bytes.toString('base64')}` })).toMatch(
        /^\[encrypted with the data key/,
      )
    }
  })

  it('is never written in its place', () => {
    const on = { dataKeys: dataKeys([NEW]) }
    const attempts = [{ transactionId: 'T1', state: 'PENDING', payerVpa: 'as****a@bank' }]
    const order = encrypted({ dataKeys: keys }, 'orders', { merchantOrderId: 'o', attempts })
    const without = decrypted(on, 'orders', order)
    const written = encrypted(on, 'orders', {
      ...without,
      attempts: without.attempts.map((one) => ({ ...one, state: 'FAILED' })),
    })
    expect(decrypted({ dataKeys: keys }, 'orders', written).attempts).toEqual([{ ...attempts[0], state: 'FAILED' }])
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
    expect(encryptedWith(dataKeys([NEW, OLD]).encrypt('x', ''))).toBe('new')
  })
})
