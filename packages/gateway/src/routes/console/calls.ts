import { z } from 'zod'
import { check } from '../../http/request.ts'
import { notFound } from '../../http/responses.ts'
import { page, serial, span, text } from '../../http/schemas.ts'
import { groupErrors, listCalls, readCall } from '../../storage/calls.ts'
import type { HandlersOf } from './context.ts'

export const callRoutes = {
  'GET /calls': {
    query: z.strictObject({
      endpoint: z.exactOptional(text),
      outcome: z.exactOptional(text),
      errorKind: z.exactOptional(text),
      code: z.exactOptional(text),
      id: z.exactOptional(text),
      ...span,
      ...page,
    }),
    answer: ({ context, query }) => listCalls(context.gateway.database, query),
  },
  'GET /calls/errors': {
    query: z.strictObject(span),
    async answer({ context, query }) {
      const groups = await groupErrors(context.gateway.database, query)
      return { groups: groups.map((group) => ({ ...group, explains: explainFailure(group.errorKind, group.code) })) }
    },
  },
  'GET /calls/:callId': {
    async answer({ context, params: { callId = '' } }) {
      const call = await readCall(context.gateway.database, check(callId, serial))
      if (!call) throw notFound('call', callId)
      return call.errorKind === undefined ? call : { ...call, explains: explainFailure(call.errorKind, call.code) }
    },
  },
} satisfies HandlersOf<'GET /calls' | 'GET /calls/errors' | 'GET /calls/:callId'>

/** What a failed call means and how to mend it, by the client's kind of error. */
const BY_KIND: { readonly [kind: string]: string } = {
  'bad-request': 'The provider did not like the request. Its code and message say which field.',
  unauthorized:
    'The provider did not accept the token. Compare client id, secret and version with the dashboard, and the environment.',
  forbidden:
    'The credentials are known and may not do this. Ask the provider to switch the feature on for this merchant.',
  'not-found': 'The provider does not know this id. Right after a lost request that proves nothing: it is asked again.',
  conflict: 'The id is taken. A lost reply of an earlier request looks like this: its status tells.',
  gone: 'What was asked for is over.',
  'expectation-failed': 'The provider refused the request in this state. Read the order’s status first.',
  invalid: 'The provider understood the request and refuses its content.',
  'too-many-requests':
    'Too many calls. They are repeated more slowly; if it stays, ask the provider for a higher limit.',
  'client-error': 'The provider refused the request.',
  'server-error':
    'Something broke at the provider. Whether it did what was asked is not known until its status is read.',
  http: 'The provider answered with a status that means nothing to us. A proxy in between may speak for it.',
  network: 'The provider could not be reached, or the line broke. Look at DNS, firewall and proxies.',
  timeout: 'The provider did not answer in time. Whether it did what was asked is not known until its status is read.',
  aborted: 'The call was given up on our side.',
  'invalid-response': 'The provider’s answer could not be read. A proxy in between may speak for it.',
  'invalid-request': 'The request was wrong and was not sent. The message names the field.',
  'method-not-supported': 'The request was wrong and was not sent: the protocol knows GET and POST.',
}

const BY_CODE: { readonly [code: string]: string } = {
  INVALID_MERCHANT_ORDER_ID: 'The provider does not know this order, or its id is taken.',
  INVALID_TRANSACTION_ID:
    'The id was used before. A lost reply of an earlier request looks like this: its status tells.',
  AUTHORIZATION_FAILED: 'The token is not accepted: client id, secret, version and environment must belong together.',
  TOO_MANY_REQUESTS: 'Too many calls. They are repeated more slowly; if it stays, ask the provider for a higher limit.',
}

function explainFailure(kind: string, code?: string): string {
  const byCode = code !== undefined && Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined
  return (
    byCode ?? (Object.hasOwn(BY_KIND, kind) ? BY_KIND[kind] : undefined) ?? 'An error that this version does not know.'
  )
}
