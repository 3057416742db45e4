import { callInput, type KnownFacts, type LoggedCall } from './call-input.ts'
import { clientCode } from './client-code.ts'
import type { Target } from './target.ts'
import { keyOf, tsLiteral } from './ts-literal.ts'

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
