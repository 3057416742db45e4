import type { BrowserOS } from '@galla/contract/provider/payment-mode'
import { shellQuote } from './shell-quote.ts'

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
