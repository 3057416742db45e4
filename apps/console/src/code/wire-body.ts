import type { CallInput } from './call-input.ts'

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
