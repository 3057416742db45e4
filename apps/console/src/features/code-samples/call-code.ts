import type { ApiCall } from '@galla/contract/gateway-api/console-routes'
import type { Paise } from '@galla/contract/money'
import type { HostName } from '@galla/contract/provider/endpoints'
import { exampleMode } from './sample-order.ts'
import { clientCode, keyOf, type Target, tsLiteral } from './ts-source.ts'

const VERBS: { readonly [endpoint: string]: string } = {
  standardPay: 'standardCheckout.pay',
  standardSdkOrder: 'standardCheckout.createSdkOrder',
  standardOrderStatus: 'standardCheckout.getOrderStatus',
  standardTransactionStatus: 'standardCheckout.getTransactionStatus',
  customPay: 'customCheckout.pay',
  customSdkOrder: 'customCheckout.createSdkOrder',
  customOrderStatus: 'customCheckout.getOrderStatus',
  customTransactionStatus: 'customCheckout.getTransactionStatus',
  refund: 'refunds.create',
  refundStatus: 'refunds.getStatus',
  validateUpi: 'upi.validate',
}

/** Endpoints that the client asks by itself, and how a program gets to them. */
const BY_ITSELF: { readonly [endpoint: string]: string } = {
  token: `// The client fetches its token with the first call, and renews it halfway through its life. To try the credentials alone:
await galla.upi.validate({ type: 'VPA', vpa: 'someone@bank' })`,
  events: `// Telemetry is sent by the client itself, in PRODUCTION, when it is made with \`telemetry: true\`.
await galla.flush()`,
}

/** A logged call as a program: TypeScript that compiles against @galla/sdk. What the log does not hold is an example, and says so. */
export function callCode(call: LoggedCall, target: Target, known: KnownFacts = {}): string {
  const byItself = Object.hasOwn(BY_ITSELF, call.endpoint) ? BY_ITSELF[call.endpoint] : undefined
  if (byItself !== undefined) return `import { Galla } from '@galla/sdk'\n\n${clientCode(target)}\n\n${byItself}\n`
  const verb = Object.hasOwn(VERBS, call.endpoint) ? VERBS[call.endpoint] : 'request'
  const { input, madeUp } = callInput(call, known)
  const lines = Object.entries(input).map(([name, value]) => {
    const text = name === 'amount' ? `paise(${String(value)})` : tsLiteral(value, 2)
    return `  ${keyOf(name)}: ${text},${madeUp.includes(name) ? ' // not in the log' : ''}\n`
  })
  const names = 'amount' in input ? 'Galla, paise' : 'Galla'
  return `import { ${names} } from '@galla/sdk'

${clientCode(target)}

const reply = await galla.${verb}({
${lines.join('')}})
console.log(reply)
`
}

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
