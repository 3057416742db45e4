import { expect, it } from 'vitest'
import { explainFailure } from './failure-explanations.ts'

it('explains a failure by its detailed code, with what to do', () => {
  const { meaning, fix } = explainFailure({ errorCode: 'INVALID_MPIN', detailedErrorCode: 'ZM' })
  expect(meaning).toMatch(/PIN was wrong/)
  expect(fix).toBe(
    'Nothing is wrong on your side. The payer can pay again in your shop, with a new order for the same cart.',
  )
})

it.each(['Z8', 'U03', 'ZU', 'TRANSACTION_LIMIT_EXCEEDED'])(
  'does not advise the same payment again above a limit: %s',
  (code) => {
    const { fix } = explainFailure({ errorCode: 'TXN_LIMIT_BREACHED', detailedErrorCode: code })
    expect(fix).toBe(
      'The same amount by the same way fails again: the payer raises the limit, or pays in another way, by a new order for the same cart.',
    )
  },
)

it('says when a code is unknown, and when there is none', () => {
  expect(explainFailure({ errorCode: 'constructor' }).meaning).toMatch(/unknown reason/)
  expect(explainFailure({}).meaning).toMatch(/without a reason/)
})
