import { json } from '@galla/testkit/scripted-answers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CALLS, makeCall } from '../support/calls.ts'
import { differencesOf } from '../support/differences.ts'
import { ALWAYS, explain } from '../support/known.ts'
import { observe, pair } from '../support/pair.ts'
import { type RecordingProvider, recordingProvider } from '../support/provider.ts'

let provider: RecordingProvider
beforeAll(async () => {
  provider = await recordingProvider()
})
afterAll(() => provider.close())

const ERROR_STATUSES = [
  400, 401, 402, 403, 404, 405, 408, 409, 410, 417, 418, 422, 429, 499, 500, 502, 503, 599, 302, 304,
]

const ROWS = ERROR_STATUSES.flatMap((status) => (['standard', 'custom'] as const).map((kind) => ({ status, kind })))
const BODY = { success: false, code: 'SOME_CODE', message: 'Something was wrong', data: { hint: 1 } }

describe.each(ROWS)('status $status for every call of the $kind client', ({ status, kind }) => {
  const run = async (like?: '2.0.6') => {
    const [official, ours] = pair(provider, { kind, options: { like } })
    provider.answering(({ host }) => (host === 'identity' ? undefined : json(status, BODY)))
    const found = []
    for (const one of CALLS.filter(({ client }) => client === kind)) {
      const officialCall = await observe(provider, () => makeCall(official.api, official.client, one))
      const ourCall = await observe(provider, () => makeCall(ours.api, ours.client, one))
      found.push(...differencesOf(officialCall, ourCall))
    }
    await ours.close()
    return explain(found)
  }

  it('throws the same exception', async () => {
    expect(await run()).toEqual([...ALWAYS, ...(status === 401 ? ['unauthorized-raised'] : []), 'version'])
  })

  it('throws the same exception after the same requests, with like: 2.0.6', async () => {
    expect(await run('2.0.6')).toEqual([...ALWAYS, ...(status === 401 ? ['unauthorized-renewed-again'] : [])])
  })
})
