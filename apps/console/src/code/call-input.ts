import type { ApiCall } from '@galla/contract/gateway-api/console-routes'
import type { Paise } from '@galla/contract/money'
import type { HostName } from '@galla/contract/provider/endpoints'
import { exampleMode } from './example-mode.ts'

/** What the log says of a call, as far as its code needs it. */
export type LoggedCall = Pick<ApiCall, 'endpoint' | 'method' | 'path' | 'merchantOrderId' | 'merchantRefundId'>

/** What the log does not hold and the books may: the order's amount, the refund's order. */
export interface KnownFacts {
  readonly amount?: Paise
  readonly originalMerchantOrderId?: string
  readonly paymentMode?: string
}

export interface CallInput {
  /** As the client's verb takes it: leaves have the wire's names. */
  readonly input: { readonly [name: string]: unknown }
  /** Names of the input that stand in for what was never written down. */
  readonly madeUp: readonly string[]
  readonly host: HostName
}

/** ₹1.00, the least that may be paid. */
const SOME_AMOUNT = 100 as Paise
const SOME_ADDRESS = 'https://shop.example/thanks'

/** A logged call's input, put together again: ids and path are the log's, amounts the books', the rest is an example that says so. */
export function callInput(call: LoggedCall, known: KnownFacts = {}): CallInput {
  const { endpoint, path, method, merchantOrderId, merchantRefundId } = call
  const facts = gather()
  const order = () => {
    facts.take('merchantOrderId', merchantOrderId, 'order-1')
    facts.take('amount', known.amount, SOME_AMOUNT)
  }
  switch (endpoint) {
    case 'standardPay':
    case 'standardSdkOrder':
    case 'customSdkOrder':
      order()
      facts.take('redirectUrl', undefined, SOME_ADDRESS)
      return facts.on('pg')
    case 'customPay': {
      order()
      const paymentMode = exampleMode(known.paymentMode)
      facts.take('paymentMode', undefined, paymentMode)
      if (paymentMode.type === 'UPI_INTENT') facts.take('deviceContext', undefined, { deviceOS: 'ANDROID' })
      facts.take('redirectUrl', undefined, SOME_ADDRESS)
      return facts.on(paymentMode.type === 'CARD' || paymentMode.type === 'TOKEN' ? 'cards' : 'pg')
    }
    case 'standardOrderStatus':
    case 'customOrderStatus':
      facts.take('merchantOrderId', merchantOrderId ?? segmentOf(path), 'order-1')
      facts.keep(flagsOf(path))
      return facts.on('pg')
    case 'standardTransactionStatus':
    case 'customTransactionStatus':
      facts.take('transactionId', segmentOf(path), 'OM1')
      facts.keep(flagsOf(path))
      return facts.on('pg')
    case 'refund':
      facts.take('merchantRefundId', merchantRefundId, 'refund-1')
      facts.take('originalMerchantOrderId', known.originalMerchantOrderId ?? merchantOrderId, 'order-1')
      facts.take('amount', known.amount, SOME_AMOUNT)
      return facts.on('pg')
    case 'refundStatus':
      facts.take('merchantRefundId', merchantRefundId ?? segmentOf(path), 'refund-1')
      return facts.on('pg')
    case 'validateUpi':
      facts.keep({ type: 'VPA' })
      facts.take('vpa', undefined, 'someone@bank')
      return facts.on('pg')
    default:
      facts.keep({ method, path })
      if (method === 'POST') facts.take('body', undefined, {})
      return facts.on('pg')
  }
}

function gather() {
  const input: { [name: string]: unknown } = {}
  const madeUp: string[] = []
  return {
    take(name: string, value: unknown, example: unknown): void {
      input[name] = value ?? example
      if (value === undefined) madeUp.push(name)
    },
    keep(values: { readonly [name: string]: unknown }): void {
      Object.assign(input, values)
    },
    on: (host: HostName): CallInput => ({ input, madeUp, host }),
  }
}

/** `…/{id}/status` → the id, unescaped. */
function segmentOf(path: string): string | undefined {
  const [, escaped] = /\/([^/?]+)\/status(?:\?|$)/.exec(path) ?? []
  if (escaped === undefined) return undefined
  try {
    return decodeURIComponent(escaped)
  } catch {
    return escaped
  }
}

function flagsOf(path: string): { [name: string]: boolean } {
  const asked = new URLSearchParams(path.split('?')[1] ?? '')
  const flags: { [name: string]: boolean } = {}
  for (const name of ['details', 'errorContext']) if (asked.get(name) === 'true') flags[name] = true
  return flags
}
