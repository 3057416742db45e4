const KINDS: { readonly [kind: string]: string } = {
  'bad-request': 'Bad request',
  unauthorized: 'Not authorised',
  forbidden: 'Not allowed',
  'not-found': 'Not found',
  conflict: 'Id is taken',
  gone: 'Over',
  'expectation-failed': 'Not in this state',
  invalid: 'Content refused',
  'too-many-requests': 'Too many calls',
  'client-error': 'Refused',
  'server-error': 'Broken at the provider',
  http: 'Strange status',
  network: 'No connection',
  timeout: 'No answer in time',
  aborted: 'Given up here',
  'invalid-response': 'Unreadable answer',
  'invalid-request': 'Wrong before it was sent',
  'method-not-supported': 'Wrong before it was sent',
}

/** The client's kind of error in two or three words; one that is new is shown as it is. */
export const errorWords = (kind: string): string => (Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined) ?? kind

const OUTCOMES: { readonly [outcome: string]: string } = {
  'not-sent': 'It never left this machine: nothing happened at the provider.',
  rejected: 'The provider said no: nothing happened there.',
  unknown: 'It may have happened or not. The books read the status until they know; nothing is sent twice.',
}

/** Did it happen? */
export const outcomeWords = (outcome: string): string | undefined =>
  Object.hasOwn(OUTCOMES, outcome) ? OUTCOMES[outcome] : undefined
