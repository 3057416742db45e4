import recording from '@galla/contract/vectors/wire/errors.json' with { type: 'json' }
import { scriptTokens } from '@galla/testkit/factories'
import { raw } from '@galla/testkit/scripted-answers'
import { type ScriptedServer, startScriptedServer } from '@galla/testkit/scripted-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Galla, type GallaError } from '../src/index.ts'
import { CREDENTIALS, failureOf } from './support/client.ts'

/** The official package's class for each kind. */
const CLASSES: { readonly [kind: string]: string } = {
  'bad-request': 'BadRequest',
  unauthorized: 'UnauthorizedAccess',
  forbidden: 'ForbiddenAccess',
  'not-found': 'ResourceNotFound',
  conflict: 'ResourceConflict',
  gone: 'ResourceGone',
  'expectation-failed': 'ExpectationFailed',
  invalid: 'ResourceInvalid',
  'too-many-requests': 'TooManyRequests',
  'client-error': 'ClientError',
  'server-error': 'ServerError',
  http: 'PhonePeException',
}

let server: ScriptedServer
let galla: Galla
beforeAll(async () => {
  server = await startScriptedServer()
  scriptTokens(server)
  galla = new Galla({ ...CREDENTIALS, hosts: server.origin })
})
afterAll(async () => {
  await galla.close()
  await server.close()
})

// Over a real socket, for the status text of the response.
describe('errors equal those of the official package', () => {
  it.each(recording.cases)('$name', async ({ status, body, contentType, error: official }) => {
    server.otherwise(raw(status, body, contentType ? { 'content-type': contentType } : {}))
    const error = await failureOf(galla.standardCheckout.getOrderStatus({ merchantOrderId: 'order-1' }))
    const { kind, httpStatus, code, message, data } = error as GallaError & { httpStatus?: number }
    const ours = { type: CLASSES[kind], httpStatusCode: httpStatus, code, message, data }
    expect(JSON.parse(JSON.stringify(ours))).toEqual(official)
  })
})
