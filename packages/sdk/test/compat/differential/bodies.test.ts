import { json, raw } from '@galla/testkit/scripted-answers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CALLS, type Method, makeCall, readWire } from '../support/calls.ts'
import { compare, differencesOf } from '../support/differences.ts'
import { explain } from '../support/known.ts'
import { type Observation, observe, pair, type Side } from '../support/pair.ts'
import { type Answers, type RecordingProvider, recordingProvider } from '../support/provider.ts'

interface RefusalCase {
  readonly name: string
  readonly status: number
  readonly body: string
  readonly contentType?: string
}

interface ResponseCase {
  readonly name: string
  readonly method: Method
  readonly reply: object
}

let provider: RecordingProvider
let sides: readonly [Side, Side]
beforeAll(async () => {
  provider = await recordingProvider()
  sides = pair(provider, { kind: 'standard', options: { like: '2.0.6' } })
})
afterAll(async () => {
  await sides[1].close()
  await provider.close()
})

async function differ(method: Method, answers: Answers) {
  const call = CALLS.find((one) => one.client === 'standard' && one.call.method === method)
  if (!call) throw new Error(`no call of ${method}`)
  provider.answering((request, nth) => (request.host === 'identity' ? undefined : answers(request, nth)))
  const seen: Observation[] = []
  for (const { api, client } of sides) seen.push(await observe(provider, () => makeCall(api, client, call)))
  const [official, ours] = seen as [Observation, Observation]
  return explain(differencesOf({ ...official, wire: [] }, { ...ours, wire: [] }))
}

describe('responses are parsed alike', () => {
  it.each(readWire<ResponseCase>('replies'))('$name', async ({ method, reply: response }) => {
    expect(await differ(method, () => json(200, response))).toEqual([])
  })

  it('keeps unknown values', async () => {
    const response = {
      state: 'ON_HOLD',
      orderId: 'OMO1',
      amount: '100',
      paymentDetails: [{ rail: { type: 'BARTER' } }],
    }
    expect(await differ('getOrderStatus', () => json(200, response))).toEqual([])
  })
})

it('shows a message that is 0, where 2.0.6 shows the reason phrase [wordless-failure]', async () => {
  provider.answering(({ host }) => (host === 'identity' ? undefined : json(400, { code: 'C', message: 0 })))
  const call = CALLS.find((one) => one.client === 'standard')
  if (!call) throw new Error('no call')
  const messages: unknown[] = []
  for (const { api, client } of sides)
    messages.push((await observe(provider, () => makeCall(api, client, call))).outcome)
  expect(messages).toMatchObject([{ exception: { message: 'Bad Request' } }, { exception: { message: '0' } }])
})

describe('error responses become the same exception', () => {
  it.each(readWire<RefusalCase>('errors'))('$name', async ({ status, body, contentType }) => {
    const headers = contentType ? { 'content-type': contentType } : {}
    const expected = status === 401 ? ['unauthorized-renewed-again'] : []
    expect(await differ('pay', () => raw(status, body, headers))).toEqual(expected)
  })
})

describe('values of unusual types pass through', () => {
  it.each<[string, object]>([
    ['a numeric code', { code: 417, message: 'Refused' }],
    ['the code 0', { code: 0, message: 'Refused' }],
    ['a code that is false', { code: false }],
    ['a message that is not text', { code: 'A', message: { en: 'Refused' } }],
    ['a numeric message', { message: 42 }],
    ['data that is a text', { code: 'A', data: 'details' }],
    ['null everywhere', { code: null, message: null, data: null }],
  ])('%s', async (_, body) => {
    expect(await differ('pay', () => json(400, body))).toEqual([])
  })
})

describe('an unreadable 200 response', () => {
  it.each([
    ['HTML', '<html>busy</html>', 'text/html'],
    ['an empty body', '', 'application/json'],
    ['incomplete JSON', '{"orderId":', 'application/json'],
    ['a JSON list', '[]', 'application/json'],
    ['JSON null', 'null', 'application/json'],
  ])('%s', async (_, body, type) => {
    expect(await differ('pay', () => raw(200, body, { 'content-type': type }))).toEqual(['unreadable-reply'])
  })
})

describe('exceptions', () => {
  const [official, ours] = ['official', 'ours'].map((_, index) => () => (sides[index] as Side).api)
  it.each([
    'PhonePeException',
    'ClientError',
    'BadRequest',
    'UnauthorizedAccess',
    'ForbiddenAccess',
    'ResourceNotFound',
    'ResourceConflict',
    'ResourceGone',
    'ResourceInvalid',
    'ExpectationFailed',
    'TooManyRequests',
    'ServerError',
  ] as const)('%s is constructed alike', (name) => {
    const made = [official, ours].map((api) => {
      const Made = api?.()[name] as typeof import('@galla/sdk/compat').PhonePeException
      const minimal = new Made('a message')
      const full = new Made('a message', 418, { data: { errorCode: 'A', code: 'B', context: { c: 1 }, message: 'M' } })
      return [minimal, full].map((one) => ({
        ...JSON.parse(JSON.stringify(one)),
        message: one.message,
        text: String(one),
        parents: [one instanceof Error, one instanceof (api?.().PhonePeException ?? Object)],
      }))
    })
    expect(compare('made', made[0], made[1])).toEqual([])
  })
})
