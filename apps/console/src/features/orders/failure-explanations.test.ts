import { expect, it } from 'vitest'
import { explainFailure } from './failure-explanations.ts'

it('explains a failure by its detailed code, with what to do', () => {
  const { meaning, fix } = explainFailure({ errorCode: 'INVALID_MPIN', detailedErrorCode: 'ZM' })
  expect(meaning).toMatch(/PIN was wrong/)
  expect(fix).toMatch(/new order under the same reference/)
})

it('says when a code is unknown, and when there is none', () => {
  expect(explainFailure({ errorCode: 'constructor' }).meaning).toMatch(/unknown reason/)
  expect(explainFailure({}).meaning).toMatch(/without a reason/)
})
