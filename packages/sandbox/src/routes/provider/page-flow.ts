import type { PaymentModeConfig } from '@galla/contract/provider/requests'
import { defined } from '../../domain/defined.ts'
import { findConfigIssues } from '../../domain/payment-mode-options.ts'
import type { Quirks } from '../../quirks.ts'
import { badField } from '../../responses/errors.ts'
import { checkFields, checkKnownFields, checkUrl, type Fields, optionalFields, optionalText } from '../validation.ts'

export interface PageFlow {
  readonly message?: string
  readonly redirectUrl?: string
  readonly paymentModeConfig?: PaymentModeConfig
}

export type PageFlowQuirks = Pick<Quirks, 'redirectUrlRequired' | 'unknownPaymentModes' | 'unknownFields'>

const PAGE_FLOW_FIELDS = new Set(['type', 'message', 'merchantUrls', 'paymentModeConfig'])

/** Parses the `paymentFlow` of a hosted-page order. `types` are the values of `paymentFlow.type` that the endpoint accepts. */
export function parsePageFlow(body: Fields, types: readonly string[], quirks: PageFlowQuirks): PageFlow {
  const flow = checkFields(body.paymentFlow, 'paymentFlow')
  if (!types.includes(String(flow.type))) throw badField('paymentFlow.type', `must be ${types.join(' or ')}.`)
  checkKnownFields(flow, PAGE_FLOW_FIELDS, quirks, 'paymentFlow.')
  const message = optionalText(flow.message, 'paymentFlow.message')
  const redirectUrl = parseRedirectUrl(flow, quirks.redirectUrlRequired)
  const paymentModeConfig = parseModeConfig(flow.paymentModeConfig, quirks.unknownPaymentModes === 'refused')
  return defined({ message, redirectUrl, paymentModeConfig })
}

/** `merchantUrls.redirectUrl` of a `paymentFlow`. */
export function parseRedirectUrl(flow: Fields, required: boolean): string | undefined {
  const url = optionalFields(flow.merchantUrls, 'paymentFlow.merchantUrls')?.redirectUrl
  if (!required && (url === undefined || url === null)) return undefined
  return checkUrl(url, 'paymentFlow.merchantUrls.redirectUrl')
}

const AT = 'paymentFlow.paymentModeConfig'
const LISTS = ['enabledPaymentModes', 'disabledPaymentModes'] as const

/**
 * Parses `paymentModeConfig`. Its types are always checked. Its names and values are checked only with `refuseUnknown`, because
 * the provider ignores unknown ones without an error (protocol §3.8).
 */
function parseModeConfig(value: unknown, refuseUnknown: boolean): PaymentModeConfig | undefined {
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
  const [issue] = refuseUnknown ? findConfigIssues(config) : []
  if (issue) throw badField(`${AT}.${issue.field}`, issue.problem)
  return config
}

/** Every rule has a type, and every dimension is a list of strings. */
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
