import vectors from '@galla/contract/vectors/wire/settlements.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { createCallbacks } from '../../src/index.ts'
import { sign } from '../../src/testing.ts'
import { recorded } from '../support/client.ts'
import { isToken, response } from '../support/recording-fetch.ts'

const { listed, processed, failed, callback } = vectors
const answering = (body: object) => recorded((request) => (isToken(request) ? undefined : response(body)))
/** A settlement as the SDK returns it: empty texts of the provider are absent. */
const { lastAttemptErrorCode: _code, lastAttemptErrorDescription: _description, ...withoutError } = processed

it('the list of settlements is asked for with the query that the provider documents, and returned entry by entry', async () => {
  const { galla, wire } = answering(listed.response)
  const { from, to } = listed.query
  expect(await galla.settlements.list({ from: Number(from), to: Number(to) })).toEqual(listed.response.settlements)
  expect(Object.fromEntries(new URLSearchParams(wire.single().query))).toEqual(listed.query)
})

it.each([
  ['paid out', processed, withoutError],
  ['refused by the bank', failed, failed],
])('the status of a settlement that is %s keeps every field of the provider', async (_title, body, expected) => {
  const { galla, wire } = answering(body)
  const { settlementId } = body
  expect(await galla.settlements.get({ settlementId })).toEqual(expected)
  expect(wire.single().path).toBe(`/apis/pg-sandbox/settlements/v1/${settlementId}/status`)
})

it('a callback about a settlement has the fields of its status', async () => {
  const credential = { username: 'shop', password: 'Passw0rd99' }
  const body = JSON.stringify(callback)
  const event = await createCallbacks([credential]).verify({ headers: await sign(body, credential), body })
  expect(event).toMatchObject({ kind: 'settlement', event: callback.event, payload: withoutError })
})
