import type { PaymentMode } from '@galla/contract/provider/payment-mode'
import type { SampleOrder } from './sample-order.ts'
import { tsLiteral } from './ts-literal.ts'

/** Card data comes from the payer's browser, sealed there: code takes it as an argument and never holds it. */
export interface SealedArgument {
  /** Name of the argument, and of the mode's field. */
  readonly name: 'cardDetails' | 'tokenDetails'
  readonly type: 'CardDetails' | 'TokenDetails'
  readonly verb: 'payByCard' | 'payByToken'
}

export function sealedArgument(mode: PaymentMode | undefined): SealedArgument | undefined {
  if (mode?.type === 'CARD') return { name: 'cardDetails', type: 'CardDetails', verb: 'payByCard' }
  if (mode?.type === 'TOKEN') return { name: 'tokenDetails', type: 'TokenDetails', verb: 'payByToken' }
  return undefined
}

/** A payment mode as source. `withSystem`: what the payer's browser runs on goes along where it is asked for. */
export function modeCode(order: SampleOrder, indent: number, withSystem: readonly PaymentMode['type'][]): string {
  const { paymentMode: mode = { type: 'UPI_QR' }, deviceOS } = order
  if (mode.type === 'CARD') return `{ type: 'CARD', cardDetails${mode.savedCard === true ? ', savedCard: true' : ''} }`
  if (mode.type === 'TOKEN') return "{ type: 'TOKEN', tokenDetails }"
  return tsLiteral(deviceOS !== undefined && withSystem.includes(mode.type) ? { ...mode, deviceOS } : mode, indent)
}

/** The phone that an app's link is for, as the provider's own word for it. */
export function phoneOf({ paymentMode, deviceOS, redirectUrl }: SampleOrder) {
  if (paymentMode?.type !== 'UPI_INTENT') return undefined
  if (deviceOS !== 'iOS') return { deviceOS: 'ANDROID' }
  const leadsBack = { merchantCallBackScheme: new URL(redirectUrl).protocol.slice(0, -1) }
  return { deviceOS: 'IOS', ...(paymentMode.targetApp === 'PHONEPE' ? leadsBack : {}) }
}

/** Whether the payer leaves for a page; without one the provider needs no address to send them back to. */
export function comesBack({ checkout, paymentMode }: SampleOrder): boolean {
  return checkout === 'STANDARD' || ['CARD', 'TOKEN', 'NET_BANKING'].includes(paymentMode?.type ?? '')
}
