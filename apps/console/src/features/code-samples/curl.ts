import type { BrowserOS } from '@galla/contract/provider/payment-mode'
import { type CallInput, callInput, type KnownValues, type LoggedCall } from './call-code.ts'
import { deviceContext, exampleMode, needsRedirectUrl, type SampleOrder } from './sample-order.ts'
import { baseUrl, type SampleTarget } from './ts-source.ts'

/** A logged call for a POSIX shell. It reads the token from `$GALLA_TOKEN`; values that the log does not contain are examples. */
export function callCurl(call: LoggedCall, target: SampleTarget, known: KnownValues = {}): string {
  const { endpoint, method, path } = call
  if (endpoint === 'token') return tokenCurl(target)
  const input = callInput(call, known)
  const body = method === 'POST' ? wireBody(endpoint, input.input) : undefined
  const mode = input.input.paymentMode as { type?: string } | undefined
  const host = endpoint === 'events' ? 'events' : input.host
  const deviceOS = mode?.type === 'UPI_COLLECT' ? 'Other' : undefined
  return (
    commentsOn(endpoint, input.examples) + requestCurl({ method, url: baseUrl(target, host) + path, body, deviceOS })
  )
}

/** The provider call of a payment for a POSIX shell: gets a token, then creates the order. */
export function orderCurl(order: SampleOrder, target: SampleTarget): string {
  const { checkout, merchantOrderId, amount, redirectUrl, expireAfter, metaInfo } = order
  const fields = { merchantOrderId, amount, expireAfter, metaInfo, ...(needsRedirectUrl(order) ? { redirectUrl } : {}) }
  if (checkout === 'STANDARD') {
    const body = wireBody('standardPay', { ...fields, message: order.message })
    return tokenCurl(target) + requestCurl({ method: 'POST', url: `${baseUrl(target, 'pg')}/checkout/v2/pay`, body })
  }
  const { paymentMode = exampleMode('UPI_QR') } = order
  const isCard = paymentMode.type === 'CARD' || paymentMode.type === 'TOKEN'
  const shownMode = isCard ? exampleMode(paymentMode.type) : paymentMode
  const body = wireBody('customPay', { ...fields, paymentMode: shownMode, deviceContext: deviceContext(order) })
  const deviceOS = paymentMode.type === 'UPI_COLLECT' ? (order.deviceOS ?? 'Other') : undefined
  const url = `${baseUrl(target, isCard ? 'cards' : 'pg')}/payments/v2/pay`
  return tokenCurl(target) + requestCurl({ method: 'POST', url, body, deviceOS })
}

/** Gets a token and exports it as `$GALLA_TOKEN`. */
export function tokenCurl(target: SampleTarget): string {
  const fields = [
    '"client_id=$GALLA_CLIENT_ID"',
    '"client_secret=$GALLA_CLIENT_SECRET"',
    '"client_version=$GALLA_CLIENT_VERSION"',
    'grant_type=client_credentials',
  ]
  const lines = [
    `curl --silent --show-error --request POST ${shellQuote(`${baseUrl(target, 'identity')}/v1/oauth/token`)}`,
    ...fields.map((field) => `--data-urlencode ${field}`),
  ]
  return `export GALLA_TOKEN=$(${lines.join(' \\\n  ')} \\
  | sed -n 's/.*"access_token" *: *"\\([^"]*\\)".*/\\1/p')
`
}

const CREATING_ENDPOINTS = ['standardPay', 'standardSdkOrder', 'customPay', 'customSdkOrder']

function commentsOn(endpoint: string, examples: readonly string[]): string {
  const comments = [
    ...(examples.length > 0
      ? [`# The log contains no secrets, payers and cards. Replace the example values of: ${examples.join(', ')}.`]
      : []),
    ...(CREATING_ENDPOINTS.includes(endpoint)
      ? ['# An order id can be used once. To create another order, change merchantOrderId.']
      : []),
  ]
  return comments.map((line) => `${line}\n`).join('')
}

/** Headers that identify the client to the provider. */
const SOURCE_HEADERS = [
  'x-source: API',
  'x-source-version: V2',
  'x-source-platform: BACKEND_NODE_SDK',
  'x-source-platform-version: 2.0.1',
]

interface CurlRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly body?: object | undefined
  /** The payer's operating system; required for collect requests. */
  readonly deviceOS?: BrowserOS | undefined
}

/** One request of the provider's API for a POSIX shell. */
export function requestCurl({ method, url, body, deviceOS }: CurlRequest): string {
  const header = (text: string) => `--header ${shellQuote(text)}`
  const lines = [
    `curl --silent --show-error --request ${method} ${shellQuote(url)}`,
    // Double quotes, so that the shell expands the token; the line contains no external text.
    '--header "Authorization: O-Bearer $GALLA_TOKEN"',
    ...['Content-Type: application/json', 'Accept: application/json', ...SOURCE_HEADERS].map(header),
    ...(deviceOS === undefined ? [] : [header(`x-device-os: ${deviceOS}`)]),
    ...(body === undefined ? [] : [`--data ${shellQuote(JSON.stringify(body, null, 2))}`]),
  ]
  return `${lines.join(' \\\n  ')}\n`
}

/** The request body of an SDK input: the SDK wraps some fields in `paymentFlow`. */
function wireBody(endpoint: string, input: CallInput['input']): object | undefined {
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

/** Characters without a special meaning in a POSIX shell. */
const PLAIN = /^[\w@%+=:,./-]+$/

/** A text as one word of a POSIX shell. Inside single quotes only the quote itself is special. */
export function shellQuote(text: string): string {
  if (text !== '' && PLAIN.test(text)) return text
  return `'${text.replaceAll("'", "'\\''")}'`
}
