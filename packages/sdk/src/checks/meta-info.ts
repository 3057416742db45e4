import { invalid, objectField } from './fields.ts'

const KEY = /^udf([1-9]|1[0-5])$/
const NARROW = /^[A-Za-z0-9_\- @.+]*$/

/** udf1–udf10: 256 characters. udf11–udf15: 50 of a narrow alphabet (provider-protocol §3.7). */
export function checkMetaInfo(metaInfo: unknown): void {
  if (metaInfo === undefined) return
  for (const [key, value] of Object.entries(objectField(metaInfo, 'metaInfo'))) {
    const field = `metaInfo.${key}`
    const number = Number(KEY.exec(key)?.[1])
    if (!number) throw invalid(field, 'is not known: the keys are udf1 to udf15')
    if (value === undefined) continue
    if (typeof value !== 'string') throw invalid(field, 'must be a text')
    const most = number <= 10 ? 256 : 50
    if (value.length > most) throw invalid(field, `must be at most ${most} characters`)
    if (number > 10 && !NARROW.test(value)) throw invalid(field, 'may hold letters, digits, spaces and _ - @ . + only')
  }
}
