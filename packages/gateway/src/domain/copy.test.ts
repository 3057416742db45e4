import { expect, it } from 'vitest'
import { copyOf } from './copy.ts'

it('the copy of data stays as it is when the data changes', () => {
  const data = { items: [{ name: 'tea' }], note: undefined }
  const copy = copyOf(data)
  data.items.push({ name: 'cup' })
  expect(copy).toEqual({ items: [{ name: 'tea' }], note: undefined })
})

it('data that contains itself is copied as deep as a parameter can be', () => {
  const metaInfo: { udf1?: unknown } = {}
  metaInfo.udf1 = metaInfo
  expect(copyOf({ metaInfo })).toMatchObject({ metaInfo: { udf1: { udf1: {} } } })
})
