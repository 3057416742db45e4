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
  await sides[1].close()
  await provider.close()
})

const USER = 'shop'
const PASSWORD = 'chai:2'
const DIGEST = createHash('sha256').update(`${USER}:${PASSWORD}`).digest('hex')
const BODY = JSON.stringify({ event: 'checkout.order.completed', payload: { orderId: 'OMO1', state: 'COMPLETED' } })

async function differ(authorization: unknown, body: unknown, password = PASSWORD) {
  const [official, ours] = await Promise.all(
    sides.map(({ client }) =>
      outcomeOf(() => client.validateCallback(USER, password, authorization as string, body as string)),
    ),
  )
  if (!official || !ours) throw new Error('expected two results')
  return explain(outcomes(official, ours))
}

describe('validateCallback', () => {
  it.each(Object.entries(CALLBACK_TYPES))('parses %s alike', async (event, type) => {
    const payload = { orderId: 'OMO1', state: 'ON_HOLD', paymentDetails: [{ rail: { type: 'BARTER' } }] }
    expect(await differ(DIGEST, JSON.stringify({ event, type, payload }))).toEqual([])
  })

  it('parses an unknown event alike', async () => {
    expect(await differ(DIGEST, '{"event":"pg.new.event","payload":{"a":1},"more":true}')).toEqual([])
  })

  it('parses bytes alike', async () => {
    expect(await differ(DIGEST, Buffer.from(BODY))).toEqual([])
  })

  it('takes numbers as credentials and a header in a list alike', async () => {
    expect(await differ([DIGEST], BODY)).toEqual([])
    const header = createHash('sha256').update('5:6').digest('hex')
    const numbers = sides.map(({ client }) =>
      outcomeOf(() => client.validateCallback(5 as never, 6 as never, header, BODY)),
    )
    expect(await Promise.all(numbers)).toMatchObject([{ class: 'CallbackResponse' }, { class: 'CallbackResponse' }])
  })

  it.each([
    ['with another password', DIGEST, 'other'],
    ['without a header', undefined, PASSWORD],
    ['with an empty header', '', PASSWORD],
    ['with a truncated digest', DIGEST.slice(1), PASSWORD],
    ['with an upper-case digest', DIGEST.toUpperCase(), PASSWORD],
  ])('rejects a callback %s alike; ours adds the reason', async (_, header, password) => {
    expect(await differ(header, BODY, password)).toEqual(['callback-reason'])
  })

  it.each([
    ['undefined', undefined, undefined, ':'],
    ['empty', '', '', ':'],
    ['null', null, null, ':'],
    ['a user without a password', USER, '', `${USER}:`],
    ['a password without a user', '', PASSWORD, `:${PASSWORD}`],
  ])('refuses credentials that are missing: %s [callback-credentials]', async (_, username, password, text) => {
    const forged = createHash('sha256').update(text).digest('hex')
    const validate = ({ client }: Side) =>
      outcomeOf(() => client.validateCallback(username as string, password as string, forged, BODY))
    expect(await validate(sides[0])).toMatchObject({ class: 'CallbackResponse' })
    expect(await validate(sides[1])).toMatchObject({
      exception: { message: 'Invalid Callback', httpStatusCode: 417, data: { reason: 'no-secrets' } },
    })
  })

  it.each([`SHA256 ${DIGEST}`, `SHA256(${DIGEST})`, ` ${DIGEST} `])(
    'accepts the header %s in ours only',
    async (header) => {
      expect(await differ(header, BODY)).toEqual(['callback-spelling'])
    },
  )

  it.each([
    ['not JSON', 'order completed'],
    ['empty', ''],
    ['a list', '[]'],
    ['JSON null', 'null'],
    ['an already parsed object', { event: 'checkout.order.completed' }],
  ])('handles a body that is %s', async (_, body) => {
    expect(await differ(DIGEST, body)).toEqual(['callback-unreadable'])
  })
})
