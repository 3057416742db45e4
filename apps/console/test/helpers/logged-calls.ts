import { ENDPOINTS, type EndpointName } from '@galla/contract/provider/endpoints'
import type { PaymentMode } from '@galla/contract/provider/payment-mode'
import type { LoggedCall } from '../../src/features/code-samples/call-code.ts'

/** An id with characters that are special in a shell, in JSON and in TypeScript. */
export const SPECIAL_CHARACTERS = `it's "5" $HOME \`id\` \\ \${x}\n*/`

/** A logged call of every endpoint, and of two paths without an endpoint name. */
export function loggedCalls(id: string): LoggedCall[] {
  const known = (Object.keys(ENDPOINTS) as EndpointName[]).map((endpoint): LoggedCall => {
    const { method, path } = ENDPOINTS[endpoint]
    const query = endpoint.endsWith('OrderStatus') ? '?details=true&errorContext=true' : ''
    return { endpoint, method, path: path.replace(/\{\w+\}/, encodeURIComponent(id)) + query, ...idsOf(endpoint, id) }
  })
  return [
    ...known,
    { endpoint: 'raw', method: 'POST', path: '/v3/new?x=1' },
    { endpoint: 'raw', method: 'GET', path: '/v3/new' },
  ]
}

function idsOf(endpoint: EndpointName, id: string): Partial<LoggedCall> {
  if (endpoint.startsWith('refund')) return { merchantRefundId: id }
  return /(?:Pay|Order|OrderStatus)$/.test(endpoint) ? { merchantOrderId: id } : {}
}

export const MODES: readonly PaymentMode['type'][] = [
  'UPI_QR',
  'UPI_INTENT',
  'UPI_COLLECT',
  'PPE_INTENT',
  'CARD',
  'TOKEN',
  'NET_BANKING',
]
