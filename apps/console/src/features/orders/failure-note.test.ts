import { expect, it } from 'vitest'
import { explainFailure } from './failure-note.tsx'

it('explains a code by the closer of the two, with what to do', () => {
  const { meaning, fix } = explainFailure({ errorCode: 'INVALID_MPIN', detailedErrorCode: 'ZM' })
  expect(meaning).toMatch(/PIN was wrong/)
  expect(fix).toMatch(/new order under the same reference/)
})

it('says so when a code is not known, and when there was none', () => {
  expect(explainFailure({ errorCode: 'constructor' }).meaning).toMatch(/not known here/)
  expect(explainFailure({}).meaning).toMatch(/no reason was given/)
})
