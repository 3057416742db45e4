import type { ApiCall } from '@galla/contract/gateway-api/console-routes'
import type { Paise } from '@galla/contract/money'
import type { HostName } from '@galla/contract/provider/endpoints'
import { exampleMode } from './sample-order.ts'
import { clientCode, propertyName, type SampleTarget, tsLiteral } from './ts-source.ts'

const METHODS: { readonly [endpoint: string]: string } = {
  standardPay: 'standardCheckout.pay',
  standardSdkOrder: 'standardCheckout.createSdkOrder',
  standardOrderStatus: 'standardCheckout.getOrderStatus',
  standardTransactionStatus: 'standardCheckout.getTransactionStatus',
  customPay: 'customCheckout.pay',
  customSdkOrder: 'customCheckout.createSdkOrder',
  customOrderStatus: 'customCheckout.getOrderStatus',
  customTransactionStatus: 'customCheckout.getTransactionStatus',
  linkStatus: 'links.getStatus',
  linkCancel: 'links.cancel',
  refund: 'refunds.create',
  refundStatus: 'refunds.getStatus',
  validateUpi: 'upi.validate',
}

/** Endpoints that the client calls on its own, with code that leads to such a call. */
const AUTOMATIC_CALLS: { readonly [endpoint: string]: string } = {
  token: `// The client gets a token with its first call and renews it halfway through its lifetime. To test the credentials:
await galla.upi.validate({ type: 'VPA', vpa: 'someone@bank' })`,
  events: `// The client sends telemetry on its own, in PRODUCTION, when it is created with \`telemetry: true\`.
await galla.flush()`,
}

/** A logged call as a TypeScript program for @galla/sdk. Values that the log does not contain are examples and marked as such. */
export function callCode(call: LoggedCall, target: SampleTarget, known: KnownValues = {}): string {
  const automatic = Object.hasOwn(AUTOMATIC_CALLS, call.endpoint) ? AUTOMATIC_CALLS[call.endpoint] : undefined
  if (automatic !== undefined) return `import { Galla } from '@galla/sdk'\n\n${clientCode(target)}\n\n${automatic}\n`
  const method = Object.hasOwn(METHODS, call.endpoint) ? METHODS[call.endpoint] : 'request'
  const { input, examples } = callInput(call, known)
  const lines = Object.entries(input).map(([name, value]) => {
    const text = name === 'amount' ? `paise(${String(value)})` : tsLiteral(value, 2)
    return `  ${propertyName(name)}: ${text},${examples.includes(name) ? ' // not in the log' : ''}\n`
  })
  const imports = 'amount' in input ? 'Galla, paise' : 'Galla'
  return `import { ${imports} } from '@galla/sdk'

${clientCode(target)}

const response = await galla.${method}({
${lines.join('')}})
console.log(response)
`
}

/** The fields of a logged call that code is generated from. */
export type LoggedCall = Pick<ApiCall, 'endpoint' | 'method' | 'path' | 'merchantOrderId' | 'merchantRefundId'>

/** Values that the log does not contain and that the order or refund may provide. */
export interface KnownValues {
  readonly amount?: Paise
  readonly originalMerchantOrderId?: string
  readonly paymentMode?: string
}

export interface CallInput {
  /** Argument of the SDK's method. */
  readonly input: { readonly [name: string]: unknown }
  /** Fields of `input` that are examples. */
  readonly examples: readonly string[]
  readonly host: HostName
}

/** The provider's minimum: ₹1.00. */
const EXAMPLE_AMOUNT = 100 as Paise
const EXAMPLE_URL = 'https://shop.example/thanks'

/** The input of a logged call: ids and path from the log, amounts from `known`, other values as examples. */
export function callInput(call: LoggedCall, known: KnownValues = {}): CallInput {
  const { endpoint, path, method, merchantOrderId, merchantRefundId } = call
  const builder = inputBuilder()
  const addOrder = () => {
    builder.add('merchantOrderId', merchantOrderId, 'order-1')
    builder.add('amount', known.amount, EXAMPLE_AMOUNT)
  }
  switch (endpoint) {
    case 'standardPay':
    case 'standardSdkOrder':
    case 'customSdkOrder':
      addOrder()
      builder.add('redirectUrl', undefined, EXAMPLE_URL)
      return builder.build('pg')
    case 'customPay': {
      addOrder()
      const paymentMode = exampleMode(known.paymentMode)
      builder.add('paymentMode', undefined, paymentMode)
      if (paymentMode.type === 'UPI_INTENT') builder.add('deviceContext', undefined, { deviceOS: 'ANDROID' })
      builder.add('redirectUrl', undefined, EXAMPLE_URL)
      return builder.build(paymentMode.type === 'CARD' || paymentMode.type === 'TOKEN' ? 'cards' : 'pg')
    }
    case 'standardOrderStatus':
    case 'customOrderStatus':
    case 'linkStatus':
    case 'linkCancel':
      builder.add('merchantOrderId', merchantOrderId ?? idInPath(path), 'order-1')
      builder.assign(flagsInPath(path))
      return builder.build('pg')
    case 'standardTransactionStatus':
    case 'customTransactionStatus':
      builder.add('transactionId', idInPath(path), 'OM1')
      builder.assign(flagsInPath(path))
      return builder.build('pg')
    case 'refund':
      builder.add('merchantRefundId', merchantRefundId, 'refund-1')
      builder.add('originalMerchantOrderId', known.originalMerchantOrderId ?? merchantOrderId, 'order-1')
      builder.add('amount', known.amount, EXAMPLE_AMOUNT)
      return builder.build('pg')
    case 'refundStatus':
      builder.add('merchantRefundId', merchantRefundId ?? idInPath(path), 'refund-1')
      return builder.build('pg')
    case 'validateUpi':
      builder.assign({ type: 'VPA' })
      builder.add('vpa', undefined, 'someone@bank')
      return builder.build('pg')
    default:
      builder.assign({ method, path })
      if (method === 'POST') builder.add('body', undefined, {})
      return builder.build('pg')
  }
}

function inputBuilder() {
  const input: { [name: string]: unknown } = {}
  const examples: string[] = []
  return {
    add(name: string, value: unknown, example: unknown): void {
      input[name] = value ?? example
      if (value === undefined) examples.push(name)
    },
    assign(values: { readonly [name: string]: unknown }): void {
      Object.assign(input, values)
    },
    build: (host: HostName): CallInput => ({ input, examples, host }),
  }
}

/** The unescaped id in `…/{id}/status`. */
function idInPath(path: string): string | undefined {
  const [, escaped] = /\/([^/?]+)\/status(?:\?|$)/.exec(path) ?? []
  if (escaped === undefined) return undefined
  try {
    return decodeURIComponent(escaped)
  } catch {
    return escaped
  }
}

function flagsInPath(path: string): { [name: string]: boolean } {
  const query = new URLSearchParams(path.split('?')[1] ?? '')
  const flags: { [name: string]: boolean } = {}
  for (const name of ['details', 'errorContext']) if (query.get(name) === 'true') flags[name] = true
  return flags
}
