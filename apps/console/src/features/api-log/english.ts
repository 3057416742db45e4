import type { ReactNode } from 'react'
import { countText } from '../../i18n/plural.ts'

/** The list of the calls to the provider. */
export const callsEnglish = {
  title: 'API log',
  tabs: { calls: 'Calls', errors: 'Errors' },
  outcomes: {
    any: 'Any',
    ok: 'OK',
    failed: 'Not OK',
    rejected: 'Rejected',
    unknown: 'Unknown',
    unsent: 'Not sent',
    missing: 'Not found',
  },
  sorts: { newest: 'Newest first', slowest: 'Slowest first' },
  filters: { call: 'Call', result: 'Result', error: 'Error', id: 'Order or refund ID', sort: 'Sort' },
  newest: (most: number) =>
    `Only the newest ${countText(most)} matching calls are compared. Choose dates to compare earlier calls.`,
  calls: 'API calls',
  open: (id: string, endpoint: string) => `Open call ${id}, ${endpoint}`,
  noMatch: 'No call matches',
  clear: 'Clear filters',
  empty: 'No call yet',
  emptyText: 'Every call of the gateway to the provider is logged for thirty days, without headers, cards and secrets.',
  columns: {
    call: 'Call',
    result: 'Result',
    status: 'Status',
    subject: 'Resource',
    duration: 'Duration',
    when: 'When',
  },
}

/** One call. */
export const callEnglish = {
  title: 'API call',
  what: 'the call',
  request: 'Request',
  when: 'When',
  status: 'Status',
  noResponse: 'No response',
  duration: 'Duration',
  attempts: 'Attempts',
  order: 'Order',
  refund: 'Refund',
  requestBody: 'Request body',
  responseBody: 'Response body',
  repeat: 'Repeat this call',
  samples:
    'The log contains no headers, secrets and cards. Ids are from the call and amounts from the order; other values are examples and marked as such.',
  playground: 'Repeat in the playground',
  curl: 'As curl',
  sdk: 'As code for @galla/sdk',
  token: 'How to get a token',
  tokenFor: 'A token for $GALLA_TOKEN',
}

/** Failed calls in groups. */
export const errorGroupsEnglish = {
  what: 'the errors',
  empty: 'No call failed',
  emptyText: 'Every call of these days succeeded.',
  groups: 'Groups of errors',
  count: 'Count: ',
  last: (time: ReactNode) => ['Last ', time],
  first: (time: ReactNode) => [', first ', time],
  show: (count: number) => (count === 1 ? 'Show the call' : 'Show these calls'),
}

const TOO_MANY = 'Too many calls. They are repeated more slowly. If it persists, ask the provider for a higher limit.'

/** The meaning of a failed call, and the advice. */
export const callFailuresEnglish = {
  /** By the client's error kind. */
  kinds: {
    'bad-request': 'The provider rejected the request as malformed. Its code and message name the field.',
    unauthorized:
      'The provider rejected the token. Compare client id, secret, version and environment with the dashboard.',
    forbidden:
      'The credentials are valid but lack the permission. Ask the provider to enable the feature for this merchant.',
    'not-found':
      'The provider does not know this id. After a lost request this decides nothing: the status is checked again.',
    conflict: 'The id is taken, possibly by our own request whose reply was lost. The status check decides.',
    gone: 'The resource no longer exists.',
    'expectation-failed': 'The provider rejects the request in this state. Check the order’s status first.',
    invalid: 'The provider rejected the content of the request.',
    'too-many-requests': TOO_MANY,
    'client-error': 'The provider rejected the request.',
    'server-error': 'The provider failed. Whether it executed the request is unknown until the status is checked.',
    http: 'The response has an unexpected HTTP status. A proxy in between may have sent it.',
    network: 'The provider could not be reached, or the connection broke. Check DNS, firewall and proxies.',
    timeout:
      'The provider did not answer in time. Whether it executed the request is unknown until the status is checked.',
    aborted: 'The caller cancelled the call.',
    'invalid-response': 'The response could not be parsed. A proxy in between may have sent it.',
    'invalid-request': 'The request is invalid and was not sent. The message names the field.',
    'method-not-supported': 'The request is invalid and was not sent: the protocol has GET and POST only.',
  },
  /** More precise than the kind. */
  codes: {
    INVALID_MERCHANT_ORDER_ID: 'The provider does not know this order, or the id is taken.',
    INVALID_TRANSACTION_ID:
      'The id was used before, possibly by our own request whose reply was lost. The status check decides.',
    AUTHORIZATION_FAILED: 'The token is not accepted. Client id, secret, version and environment must belong together.',
    TOO_MANY_REQUESTS: TOO_MANY,
  },
  unknown: 'This version does not know the error.',
}
