import { callInput, type KnownFacts, type LoggedCall } from './call-input.ts'
import { requestCurl } from './request-curl.ts'
import { shellQuote } from './shell-quote.ts'
import { baseOf, type Target } from './target.ts'
import { wireBody } from './wire-body.ts'

/** A logged call for a POSIX shell. The token stays in the shell's `$GALLA_TOKEN`; what the log does not hold is an example, and says so. */
export function curlOf(call: LoggedCall, target: Target, known: KnownFacts = {}): string {
  const { endpoint, method, path } = call
  if (endpoint === 'token') return tokenCurl(target)
  const asked = callInput(call, known)
  const body = method === 'POST' ? wireBody(endpoint, asked) : undefined
  const mode = asked.input.paymentMode as { type?: string } | undefined
  const host = endpoint === 'events' ? 'events' : asked.host
  const deviceOS = mode?.type === 'UPI_COLLECT' ? 'Other' : undefined
  const sent = requestCurl({ method, url: baseOf(target, host) + path, body, deviceOS })
  return `${notesOn(endpoint, asked.madeUp)}${sent}`
}

/** How `$GALLA_TOKEN` comes into the shell. */
export function tokenCurl(target: Target): string {
  const fields = [
    '"client_id=$GALLA_CLIENT_ID"',
    '"client_secret=$GALLA_CLIENT_SECRET"',
    '"client_version=$GALLA_CLIENT_VERSION"',
    'grant_type=client_credentials',
  ]
  const lines = [
    `curl --silent --show-error --request POST ${shellQuote(`${baseOf(target, 'identity')}/v1/oauth/token`)}`,
    ...fields.map((field) => `--data-urlencode ${field}`),
  ]
  return `export GALLA_TOKEN=$(${lines.join(' \\\n  ')} \\
  | sed -n 's/.*"access_token" *: *"\\([^"]*\\)".*/\\1/p')
`
}

function notesOn(endpoint: string, madeUp: readonly string[]): string {
  const once = ['standardPay', 'standardSdkOrder', 'customPay', 'customSdkOrder'].includes(endpoint)
  return [
    ...(madeUp.length === 0
      ? []
      : [`# The log keeps no secret, no payer and no card. Put the real values in: ${madeUp.join(', ')}.`]),
    ...(once ? ['# An order id can be used once. To open another order, change merchantOrderId.'] : []),
  ]
    .map((line) => `${line}\n`)
    .join('')
}
