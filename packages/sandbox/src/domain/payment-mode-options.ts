import {
  CARD_NETWORKS,
  CARD_TYPES,
  CARD_VARIANTS,
  GEO_SCOPES,
  UPI_APP_IDS,
  UPI_FLOWS,
  UPI_INSTRUMENTS,
  V2_BANKS,
} from '@galla/contract/provider/mode-values'
import type { PaymentModeConfig, PaymentModeRule } from '@galla/contract/provider/requests'

/** Payment modes of `paymentModeConfig` V2, with their dimensions and the values of each (protocol §3.8). */
export const V2_MODES: { readonly [type: string]: { readonly [dimension: string]: readonly string[] } } = {
  UPI: { flows: UPI_FLOWS, apps: UPI_APP_IDS, instruments: UPI_INSTRUMENTS },
  CARD: { types: CARD_TYPES, networks: CARD_NETWORKS, variants: CARD_VARIANTS, geoScopes: GEO_SCOPES },
  NET_BANKING: { banks: V2_BANKS },
  CORPORATE_NET_BANKING: { banks: V2_BANKS },
  EMI: { types: ['CREDIT_CARD'] },
  WALLET: { wallets: ['PHONEPE'] },
}

/** The same for V1, in which every UPI flow is a mode of its own. */
export const V1_MODES: typeof V2_MODES = {
  UPI_QR: {},
  UPI_INTENT: {},
  UPI_COLLECT: {},
  CARD: { cardTypes: CARD_TYPES },
  NET_BANKING: {},
}

/** One name or value of a `paymentModeConfig` that has no effect. */
export interface ConfigIssue {
  /** Path below `paymentModeConfig`, such as `enabledPaymentModes[0].networks[1]`. */
  readonly field: string
  /** Continues the sentence that begins with the field. */
  readonly problem: string
}

/** Names and values that the provider accepts without an error although they match nothing. */
export function findConfigIssues(config: PaymentModeConfig): ConfigIssue[] {
  const v2 = config.version === 'V2'
  return (['enabledPaymentModes', 'disabledPaymentModes'] as const).flatMap((name) => {
    const rules = config[name]
    if (!rules) return []
    if (rules.length === 0) return [{ field: name, problem: 'is empty.' }]
    return rules.flatMap((rule, index) => {
      const field = `${name}[${index}]`
      const first = rules.findIndex((one) => one.type === rule.type)
      if (v2 && first < index) return [{ field, problem: `is ignored: only the first ${rule.type} counts.` }]
      return ruleIssues(rule, v2).map((issue) => ({ ...issue, field: `${field}.${issue.field}` }))
    })
  })
}

function ruleIssues({ type, ...rest }: PaymentModeRule, v2: boolean): ConfigIssue[] {
  const [modes, otherModes] = v2 ? [V2_MODES, V1_MODES] : [V1_MODES, V2_MODES]
  const dimensions = Object.hasOwn(modes, type) ? modes[type] : undefined
  if (!dimensions) {
    const otherVersion = v2 ? 'is a name of V1; V2 has UPI with flows.' : 'needs version V2.'
    const unknown = `is not one of ${Object.keys(modes).join(', ')}.`
    return [{ field: 'type', problem: Object.hasOwn(otherModes, type) ? otherVersion : unknown }]
  }
  return Object.entries(rest).flatMap(([dimension, given]): ConfigIssue[] => {
    if (given === undefined || given === null) return []
    const known = Object.hasOwn(dimensions, dimension) ? dimensions[dimension] : undefined
    if (!known) {
      const needsV2 = !v2 && Object.hasOwn(V2_MODES[type] ?? {}, dimension)
      return [{ field: dimension, problem: needsV2 ? 'needs version V2.' : `is not a dimension of ${type}.` }]
    }
    const values: readonly string[] = given
    if (values.length === 0) return [{ field: dimension, problem: 'is empty.' }]
    return values.flatMap((value, index) =>
      known.includes(value) ? [] : [{ field: `${dimension}[${index}]`, problem: `is not one of ${known.join(', ')}.` }],
    )
  })
}
