import type { BrowserOS } from '@galla/contract/provider/payment-mode'
import { type CallInput, callInput, type KnownFacts, type LoggedCall } from './call-code.ts'
import { comesBack, exampleMode, phoneOf, type SampleOrder } from './sample-order.ts'
import { baseOf, type Target } from './ts-source.ts'

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

/** The provider call behind a payment, for a POSIX shell: a token, then the order. */
export function orderCurl(order: SampleOrder, target: Target): string {
  const { checkout, merchantOrderId, amount, redirectUrl, expireAfter, metaInfo } = order
  const opening = { merchantOrderId, amount, expireAfter, metaInfo, ...(comesBack(order) ? { redirectUrl } : {}) }
  if (checkout === 'STANDARD') {
    const body = wireBody('standardPay', { input: { ...opening, message: order.message }, madeUp: [], host: 'pg' })
    return tokenCurl(target) + requestCurl({ method: 'POST', url: `${baseOf(target, 'pg')}/checkout/v2/pay`, body })
  }
  const { paymentMode = exampleMode('UPI_QR') } = order
  const sealed = paymentMode.type === 'CARD' || paymentMode.type === 'TOKEN'
  const host = sealed ? 'cards' : 'pg'
  const shown = sealed ? exampleMode(paymentMode.type) : paymentMode
  const input = { ...opening, paymentMode: shown, deviceContext: phoneOf(order) }
  const body = wireBody('customPay', { input, madeUp: [], host })
  const deviceOS = paymentMode.type === 'UPI_COLLECT' ? (order.deviceOS ?? 'Other') : undefined
  const url = `${baseOf(target, host)}/payments/v2/pay`
  return tokenCurl(target) + requestCurl({ method: 'POST', url, body, deviceOS })
}

/** What the client says of itself with every call. */
const SOURCE = [
  'x-source: API',
  'x-source-version: V2',
  'x-source-platform: BACKEND_NODE_SDK',
  'x-source-platform-version: 2.0.1',
]

export interface CurlRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly body?: object | undefined
  /** What the payer's browser runs on: a collect request must say so. */
  readonly deviceOS?: BrowserOS | undefined
}

/** One request to the provider for a POSIX shell, which holds the token in `$GALLA_TOKEN`. */
export function requestCurl({ method, url, body, deviceOS }: CurlRequest): string {
  const lines = [
    `curl --silent --show-error --request ${method} ${shellQuote(url)}`,
    // In double quotes, so that the shell puts the token in; nothing else in this line is anybody's text.
    '--header "Authorization: O-Bearer $GALLA_TOKEN"',
    ...['Content-Type: application/json', 'Accept: application/json', ...SOURCE].map(header),
    ...(deviceOS === undefined ? [] : [header(`x-device-os: ${deviceOS}`)]),
    ...(body === undefined ? [] : [`--data ${shellQuote(JSON.stringify(body, null, 2))}`]),
  ]
  return `${lines.join(' \\\n  ')}\n`
}

function header(text: string): string {
  return `--header ${shellQuote(text)}`
}

/** The wrappers that the client writes: everything else of an input has the wire's shape already. */
export function wireBody(endpoint: string, { input }: CallInput): object | undefined {
  const { redirectUrl, paymentMode, message, ...order } = input
  const merchantUrls = redirectUrl === undefined ? undefined : { redirectUrl }
  switch (endpoint) {
    case 'standardPay':
    case 'standardSdkOrder':
    case 'customSdkOrder':
      return { ...order, paymentFlow: { type: 'PG_CHECKOUT', message, merchantUrls } }
    case 'customPay':
      return { ...order, paymentFlow: { type: 'PG', paymentMode, merchantUrls } }
    case 'refund':
    case 'validateUpi':
      return input
    default:
      return input.body as object | undefined
  }
}

/** Nothing in it means anything to a POSIX shell. */
const PLAIN = /^[\w@%+=:,./-]+$/

/** Text as one word of a POSIX shell: inside single quotes nothing is special but the quote itself. */
export function shellQuote(text: string): string {
  if (text !== '' && PLAIN.test(text)) return text
  return `'${text.replaceAll("'", "'\\''")}'`
}
