import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const keyOf = (id: string) => `${id}:${randomBytes(32).toString('base64')}`

it('a replica with other bytes under the id of a data key does not start', async () => {
  const [first, second] = [keyOf('2026a'), keyOf('2026b')]
  const { replica, rows } = await createTestGateway({ gateway: { dataKeys: [first] } })
  const sameBytes = first.replace('=', '')
  await replica({ dataKeys: [second, sameBytes] })
  for (const dataKeys of [[keyOf('2026a')], [keyOf('2026c'), keyOf('2026b')]]) {
    const refused = await replica({ dataKeys }).catch((error: Error) => error.message)
    const id = dataKeys.at(-1)?.split(':')[0]
    expect(refused).toContain(`another data key with the id "${id}"`)
    expect(refused).toContain('give a new key an id of its own')
    for (const key of [first, second, ...dataKeys]) expect(refused).not.toContain(key.split(':')[1])
  }
  // Keys that are lost may be missing, and their ids stay taken.
  await replica({ dataKeys: [keyOf('2026d')], dataKeysLost: ['2026a', '2026b'] })
  const stored = await rows<{ key: string }>(
    `select "key" from galla.meta where "key" like 'check of data key %' order by 1`,
  )
  expect(stored.map(({ key }) => key.split(' ').at(-1))).toEqual(['2026a', '2026b', '2026d'])
})
