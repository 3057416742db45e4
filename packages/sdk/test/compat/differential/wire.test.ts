import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { CALLS, makeCall } from '../support/calls.ts'
import { differencesOf } from '../support/differences.ts'
import { ALWAYS, explain } from '../support/known.ts'
import { pair, see } from '../support/pair.ts'
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
  it('is the same on the wire but for what is documented', async () => {
    // Ours warns that PRODUCTION is elsewhere.
    vi.spyOn(console, 'warn').mockReturnValue()
    const [official, ours] = pair(provider, { kind, environment })
    const found = []
    for (const one of CALLS.filter(({ client }) => client === kind)) {
      const there = await see(provider, () => makeCall(official.door, official.client, one))
      const here = await see(provider, () => makeCall(ours.door, ours.client, one))
      found.push(...differencesOf(there, here))
    }
    await ours.end()
    expect(explain(found)).toEqual([...ALWAYS, 'version'])
  })
})
