import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
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

const ROWS = (['SANDBOX', 'PRODUCTION'] as const).flatMap((environment) =>
  (['standard', 'custom'] as const).map((kind) => ({ environment, kind })),
)

describe.each(ROWS)('every call of the $kind client in $environment', ({ environment, kind }) => {
  it('sends the same request except for documented differences', async () => {
    // Ours warns about hosts that are not the provider's.
    vi.spyOn(console, 'warn').mockReturnValue()
    const [official, ours] = pair(provider, { kind, environment })
    const found = []
    for (const one of CALLS.filter(({ client }) => client === kind)) {
      const officialCall = await observe(provider, () => makeCall(official.api, official.client, one))
      const ourCall = await observe(provider, () => makeCall(ours.api, ours.client, one))
      found.push(...differencesOf(officialCall, ourCall))
    }
    await ours.close()
    expect(explain(found)).toEqual([...ALWAYS, 'version'])
  })
})
