import { type RefundFile, ROW_PROBLEMS } from '@galla/contract/gateway-api/refund-files'
import type { Paise } from '@galla/contract/money'
import { expect, it } from 'vitest'
import { previewLines, resultLines, rowState } from './refund-file-messages.ts'

const sum = (rows: number, amount: number) => ({ rows, amount: amount as Paise })
const FILE: RefundFile = {
  fileId: 'rf_1',
  name: 'returns.csv',
  digest: 'a',
  uploadedBy: 'asha',
  createdAtMs: 1,
  rows: 5,
  toRefund: sum(2, 59_900),
  toApprove: sum(1, 49_900),
  existing: sum(1, 100),
  wrong: 2,
  done: 1,
  results: {
    requested: sum(1, 10_000),
    waiting: sum(0, 0),
    existed: sum(0, 0),
    refused: sum(0, 0),
    stopped: sum(0, 0),
  },
}

it('says what a file would do, and leaves out what it has none of', () => {
  expect(previewLines(FILE)).toEqual([
    '2 refunds of together ₹599.00, from 5 rows.',
    '1 refund of ₹499.00 then waits for the approval of a second person.',
    '1 row requested before: nothing happens to it.',
    '2 rows cannot be refunded, and are left out.',
  ])
  const none = { ...FILE, toRefund: sum(0, 0), toApprove: sum(0, 0), existing: sum(0, 0), wrong: 0 }
  expect(previewLines(none)).toEqual(['None of 5 rows can be refunded.'])
})

it('says how far a file is, and what became of it', () => {
  expect(resultLines(FILE)).toEqual([
    '1 of 2 refunds requested.',
    '1 row requested: ₹100.00.',
    '2 rows left out, because they could not be refunded.',
  ])
  const refused = { ...FILE, finishedAtMs: 2, wrong: 0, results: { ...FILE.results, refused: sum(1, 1) } }
  expect(resultLines(refused)).toEqual(['All rows have their result.', '1 row requested: ₹100.00.', '1 row refused.'])
})

it('says of a row what is wrong, where, and what the gateway answered', () => {
  for (const plan of ROW_PROBLEMS) expect(rowState({ plan })).toMatchObject({ tone: 'bad', why: expect.any(String) })
  expect(rowState({ plan: 'formula', column: 'rupees' }).why).toBe('The cell begins like a formula. Column: amount.')
  expect(rowState({ plan: 'refund', result: 'refused', message: 'The order is not paid' })).toEqual({
    label: 'Refused',
    tone: 'bad',
    why: 'The order is not paid',
  })
})
