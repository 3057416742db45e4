import type { PaymentModeConfig } from '@galla/contract/provider/requests'
import { checkFields, checkUrl, type Fields, optionalFields, optionalText } from './checks.ts'
import { badField } from './error-bodies.ts'

export interface PageFlowFacts {
  readonly message?: string
  readonly redirectUrl?: string
  readonly paymentModeConfig?: PaymentModeConfig
}

/** `paymentFlow` of a hosted-page order. `types` are the flow's names that the endpoint takes. */
export function parsePageFlow(body: Fields, types: readonly string[], redirectUrlRequired: boolean): PageFlowFacts {
  const flow = checkFields(body.paymentFlow, 'paymentFlow')
  if (!types.includes(String(flow.type))) throw badField('paymentFlow.type', `must be ${types.join(' or ')}.`)
  const message = optionalText(flow.message, 'paymentFlow.message')
  const urls = optionalFields(flow.merchantUrls, 'paymentFlow.merchantUrls')
  const field = 'paymentFlow.merchantUrls.redirectUrl'
  const given = urls?.redirectUrl
  const redirectUrl =
    redirectUrlRequired || (given !== undefined && given !== null) ? checkUrl(given, field) : undefined
  const config = parseConfig(flow.paymentModeConfig)
  return {
    ...(message === undefined ? {} : { message }),
    ...(redirectUrl === undefined ? {} : { redirectUrl }),
    ...(config ? { paymentModeConfig: config } : {}),
  }
}

/** Values are not checked: a wrong spelling matches nothing, silently, as with the provider (provider-protocol §3.8). */
function parseConfig(value: unknown): PaymentModeConfig | undefined {
  const field = 'paymentFlow.paymentModeConfig'
  const config = optionalFields(value, field)
  if (!config) return undefined
  const lists = ['enabledPaymentModes', 'disabledPaymentModes'].filter((name) => config[name] !== undefined)
  if (lists.length === 2) throw badField(field, 'takes enabledPaymentModes or disabledPaymentModes, not both.')
  for (const name of lists) {
    const list = config[name]
    if (!Array.isArray(list)) throw badField(`${field}.${name}`, 'must be a list.')
    list.forEach((rule: unknown, index) => {
      const { type } = checkFields(rule, `${field}.${name}[${index}]`)
      if (typeof type !== 'string') throw badField(`${field}.${name}[${index}].type`, 'must be text.')
    })
  }
  const version = config.version
  if (version !== undefined && version !== 'V1' && version !== 'V2')
    throw badField(`${field}.version`, 'must be V1 or V2.')
  return config as PaymentModeConfig
}
