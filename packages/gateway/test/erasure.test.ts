import { describe, expect, it } from 'vitest'
import { createContext } from '../src/create-context.ts'
import { applyRetention } from '../src/workers/retention.ts'
import { dumpSchema, tablesWith } from './helpers/dump.ts'
import { failingHandlers, plantedPayer, plantPayer } from './helpers/plant-payer.ts'
import { setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const DAY_MS = 86_400_000
const ASHA = plantedPayer('zebra', '9811122233')
const MEENA = plantedPayer('quokka', '9744455566')

describe('erasure by age', () => {
  it('leaves nothing of an old payer in any table, and everything of a new one', async () => {
    const testGateway = await createTestGateway({
      gateway: { policy: { erasePayerAfterDays: 30 }, on: failingHandlers },
    })
    await plantPayer(testGateway, ASHA)
    const planted = tablesWith(await dumpSchema(testGateway), ASHA.marker)
    expect(planted).toEqual(['callbacks', 'calls', 'deliveries', 'orders', 'refunds'])

    await testGateway.advance(31 * DAY_MS)
    await plantPayer(testGateway, MEENA)
    const { context, stop } = await createContext(testGateway.settings)
    await applyRetention(context)
    await stop()
    const dump = await dumpSchema(testGateway)
    expect(dump.filter((line) => line.includes(ASHA.marker))).toEqual([])
    expect(tablesWith(dump, MEENA.marker)).toEqual(planted)
  })
})
