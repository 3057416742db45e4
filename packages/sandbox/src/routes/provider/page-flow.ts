import type { PaymentModeConfig } from '@galla/contract/provider/requests'
import { modeFaults } from '../../domain/payment-mode-options.ts'
import type { Quirks } from '../../quirks.ts'
import { badField } from '../../responses/errors.ts'
import { checkFields, checkKnown, checkUrl, type Fields, optionalFields, optionalText } from '../validation.ts'

export interface PageFlowFacts {
  readonly message?: string
  readonly redirectUrl?: string
  readonly paymentModeConfig?: PaymentModeConfig
}

export type PageFlowQuirks = Pick<Quirks, 'redirectUrlRequired' | 'paymentModeWords' | 'unknownFields'>

const PAGE_FLOW_FIELDS = new Set(['type', 'message', 'merchantUrls', 'paymentModeConfig'])

/** `paymentFlow` of a hosted-page order. `types` are the flow's names that the endpoint takes. */
export function parsePageFlow(body: Fields, types: readonly string[], quirks: PageFlowQuirks): PageFlowFacts {
  const flow = checkFields(body.paymentFlow, 'paymentFlow')
  if (!types.includes(String(flow.type))) throw badField('paymentFlow.type', `must be ${types.join(' or ')}.`)
  checkKnown(flow, PAGE_FLOW_FIELDS, quirks.unknownFields === 'refused', 'paymentFlow.')
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

const AT = 'paymentFlow.paymentModeConfig'
const LISTS = ['enabledPaymentModes', 'disabledPaymentModes'] as const

/**
 * `paymentModeConfig` of a hosted-page order. Its shape is checked always; its words only where that is asked for, since the
 * provider reads a wrong spelling in silence (provider-protocol §3.8).
 */
export function parseModeConfig(value: unknown, checkWords: boolean): PaymentModeConfig | undefined {
  const given = optionalFields(value, AT)
  if (!given) return undefined
  const { version } = given
  if (version !== undefined && version !== null && version !== 'V1' && version !== 'V2')
    throw badField(`${AT}.version`, 'must be V1 or V2.')
  const lists = LISTS.filter((name) => given[name] !== undefined && given[name] !== null)
  if (lists.length === 2) throw badField(AT, 'takes enabledPaymentModes or disabledPaymentModes, not both.')
  for (const name of lists) checkRules(given[name], `${AT}.${name}`)
  const [list] = lists
  const config = {
    ...(version === 'V2' ? { version } : {}),
    ...(list ? { [list]: given[list] } : {}),
  } as PaymentModeConfig
  const [fault] = checkWords ? modeFaults(config) : []
  if (fault) throw badField(`${AT}.${fault.field}`, fault.problem)
  return config
}

/** Every rule names its type; every dimension is a list of text. */
function checkRules(rules: unknown, field: string): void {
  if (!Array.isArray(rules)) throw badField(field, 'must be a list.')
  rules.forEach((rule: unknown, index) => {
    const { type, ...dimensions } = checkFields(rule, `${field}[${index}]`)
    if (typeof type !== 'string') throw badField(`${field}[${index}].type`, 'must be text.')
    for (const [name, values] of Object.entries(dimensions)) {
      if (values === null) continue
      if (Array.isArray(values) && values.every((one) => typeof one === 'string')) continue
      throw badField(`${field}[${index}].${name}`, 'must be a list of text.')
    }
  })
}
