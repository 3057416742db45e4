import { createHash } from 'node:crypto'
import { CALLBACK_TYPES } from '@galla/contract/provider/callbacks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outcomes } from '../support/differences.ts'
import { explain } from '../support/known.ts'
import { outcomeOf, pair, type Side } from '../support/pair.ts'
import { type RecordingProvider, recordingProvider } from '../support/provider.ts'

let provider: RecordingProvider
let sides: readonly [Side, Side]
beforeAll(async () => {
  provider = await recordingProvider()
  sides = pair(provider, { kind: 'standard' })
})
afterAll(async () => {
  await sides[1].end()
  await provider.close()
})

const USER = 'stall'
const PASSWORD = 'chai:2'
const DIGEST = createHash('sha256').update(`${USER}:${PASSWORD}`).digest('hex')
const BODY = JSON.stringify({ event: 'checkout.order.completed', payload: { orderId: 'OMO1', state: 'COMPLETED' } })

async function differ(authorization: unknown, body: unknown, password = PASSWORD) {
  const [official, ours] = await Promise.all(
    sides.map(({ client }) =>
      outcomeOf(() => client.validateCallback(USER, password, authorization as string, body as string)),
    ),
  )
  if (!official || !ours) throw new Error('two sides')
  return explain(outcomes(official, ours))
}

describe('a callback', () => {
  it.each(Object.entries(CALLBACK_TYPES))('of event %s is read alike', async (event, type) => {
    const payload = { orderId: 'OMO1', state: 'ON_THE_MOON', paymentDetails: [{ rail: { type: 'BARTER' } }] }
    expect(await differ(DIGEST, JSON.stringify({ event, type, payload }))).toEqual([])
  })

  it('of an event that nobody knows is read alike', async () => {
    expect(await differ(DIGEST, '{"event":"pg.moon.landed","payload":{"a":1},"more":true}')).toEqual([])
  })

  it('as bytes is read alike', async () => {
    expect(await differ(DIGEST, Buffer.from(BODY))).toEqual([])
  })

  it.each([
    ['with another password', DIGEST, 'other'],
    ['without a header', undefined, PASSWORD],
    ['with an empty header', '', PASSWORD],
    ['with a digest cut short', DIGEST.slice(1), PASSWORD],
    ['with a digest in capitals', DIGEST.toUpperCase(), PASSWORD],
  ])('%s is refused alike, and we say why', async (_, header, password) => {
    expect(await differ(header, BODY, password)).toEqual(['callback-reason'])
  })

  it.each([`SHA256 ${DIGEST}`, `SHA256(${DIGEST})`, ` ${DIGEST} `])(
    'whose header is spelled %s is taken here alone',
    async (header) => {
      expect(await differ(header, BODY)).toEqual(['callback-spelling'])
    },
  )

  it.each([
    ['no JSON', 'order completed'],
    ['nothing', ''],
    ['a list', '[]'],
    ['JSON null', 'null'],
    ['an object, parsed by somebody before', { event: 'checkout.order.completed' }],
  ])('whose body is %s', async (_, body) => {
    expect(await differ(DIGEST, body)).toEqual(['callback-unreadable'])
  })
})
