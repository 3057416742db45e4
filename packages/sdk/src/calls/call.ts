import { ENDPOINTS, type EndpointName, type HostName } from '@galla/contract/provider/endpoints'
import { fillPath } from '../pipeline/path.ts'

/** The ids that a call speaks of, for hooks, errors and telemetry. */
export interface CallIds {
  readonly merchantOrderId?: string | undefined
  readonly transactionId?: string | undefined
  readonly merchantRefundId?: string | undefined
  readonly originalMerchantOrderId?: string | undefined
}

/** One call, complete but for authorisation: where native verbs and the official API's skin meet the pipeline. */
export interface Call {
  readonly endpoint: EndpointName | 'raw'
  readonly method: 'GET' | 'POST'
  readonly host: HostName
  /** Escaped, with its query. */
  readonly path: string
  readonly body?: object | undefined
  readonly headers?: { readonly [name: string]: string } | undefined
  readonly ids: CallIds
  /** Whose call it is in telemetry, where the endpoint serves both products. */
  readonly flow?: 'PG' | 'PG_CHECKOUT' | undefined
}

export function callOf(
  endpoint: EndpointName,
  ids: CallIds,
  more: {
    query?: { [name: string]: boolean | undefined }
    body?: object
    host?: HostName
    headers?: { [name: string]: string }
  } = {},
): Call {
  const { method, host, path } = ENDPOINTS[endpoint]
  return {
    endpoint,
    method,
    host: more.host ?? host,
    path: fillPath(path, ids as { [name: string]: string | undefined }, more.query),
    body: more.body,
    headers: more.headers,
    ids,
  }
}
