import type { PaymentModeConfig } from '@galla/contract/provider/requests'
import type { Quirks } from '../quirks.ts'
import { checkFields, checkKnown, checkUrl, type Fields, optionalFields, optionalText } from './checks.ts'
import { badField } from './error-bodies.ts'
import { parseModeConfig } from './mode-config.ts'

export interface PageFlowFacts {
  readonly message?: string
  readonly redirectUrl?: string
  readonly paymentModeConfig?: PaymentModeConfig
}

export type PageFlowQuirks = Pick<Quirks, 'redirectUrlRequired' | 'paymentModeWords' | 'unknownFields'>

const KNOWN = new Set(['type', 'message', 'merchantUrls', 'paymentModeConfig'])

/** `paymentFlow` of a hosted-page order. `types` are the flow's names that the endpoint takes. */
export function parsePageFlow(body: Fields, types: readonly string[], quirks: PageFlowQuirks): PageFlowFacts {
  const flow = checkFields(body.paymentFlow, 'paymentFlow')
  if (!types.includes(String(flow.type))) throw badField('paymentFlow.type', `must be ${types.join(' or ')}.`)
  checkKnown(flow, KNOWN, quirks.unknownFields === 'refused', 'paymentFlow.')
  const message = optionalText(flow.message, 'paymentFlow.message')
  const urls = optionalFields(flow.merchantUrls, 'paymentFlow.merchantUrls')
  const field = 'paymentFlow.merchantUrls.redirectUrl'
  const given = urls?.redirectUrl
  const redirectUrl =
    quirks.redirectUrlRequired || (given !== undefined && given !== null) ? checkUrl(given, field) : undefined
  const config = parseModeConfig(flow.paymentModeConfig, quirks.paymentModeWords === 'refused')
  return {
    ...(message === undefined ? {} : { message }),
    ...(redirectUrl === undefined ? {} : { redirectUrl }),
    ...(config ? { paymentModeConfig: config } : {}),
  }
}
