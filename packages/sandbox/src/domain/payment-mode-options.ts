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

/** What `paymentModeConfig` V2 tells apart: each kind of payment, its dimensions and their values (provider-protocol §3.8). */
export const V2_MODES: { readonly [type: string]: { readonly [dimension: string]: readonly string[] } } = {
  UPI: { flows: UPI_FLOWS, apps: UPI_APP_IDS, instruments: UPI_INSTRUMENTS },
  CARD: { types: CARD_TYPES, networks: CARD_NETWORKS, variants: CARD_VARIANTS, geoScopes: GEO_SCOPES },
  NET_BANKING: { banks: V2_BANKS },
  CORPORATE_NET_BANKING: { banks: V2_BANKS },
  EMI: { types: ['CREDIT_CARD'] },
  WALLET: { wallets: ['PHONEPE'] },
}

/** The same for V1, where each flow of UPI has a name of its own. */
export const V1_MODES: typeof V2_MODES = {
  UPI_QR: {},
  UPI_INTENT: {},
  UPI_COLLECT: {},
  CARD: { cardTypes: CARD_TYPES },
  NET_BANKING: {},
}

/** Every combination of values, for what a page must know of them all: there are fewer than a hundred of any kind. */
export function combinations<Value extends { readonly [dimension: string]: string }>(
  dimensions: {
    readonly [Dimension in keyof Value]: readonly Value[Dimension][]
  },
): Value[] {
  let all: { [dimension: string]: string }[] = [{}]
  for (const [dimension, values] of Object.entries<readonly string[]>(dimensions)) {
    all = all.flatMap((one) => values.map((value) => ({ ...one, [dimension]: value })))
  }
  return all as Value[]
}

export interface ModeFault {
  /** Where it stands, below `paymentModeConfig`. */
  readonly field: string
  readonly problem: string
}

/** Words in a configuration that the provider reads without complaint and that match nothing, or not what they seem to. */
export function modeFaults(config: PaymentModeConfig): ModeFault[] {
  const v2 = config.version === 'V2'
  return (['enabledPaymentModes', 'disabledPaymentModes'] as const).flatMap((name) => {
    const rules = config[name]
    if (!rules) return []
    if (rules.length === 0) return [{ field: name, problem: 'is empty.' }]
    return rules.flatMap((rule, index) => {
      const field = `${name}[${index}]`
      const first = rules.findIndex((one) => one.type === rule.type)
      if (v2 && first < index) return [{ field, problem: `is not read: only the first ${rule.type} counts.` }]
      return ruleFaults(rule, v2).map((fault) => ({ ...fault, field: `${field}.${fault.field}` }))
    })
  })
}

function ruleFaults({ type, ...rest }: PaymentModeRule, v2: boolean): ModeFault[] {
  const [modes, others] = v2 ? [V2_MODES, V1_MODES] : [V1_MODES, V2_MODES]
  const dimensions = Object.hasOwn(modes, type) ? modes[type] : undefined
  if (!dimensions) {
    const way = v2 ? 'is a name of V1; V2 has UPI with flows.' : 'needs version V2.'
    const problem = Object.hasOwn(others, type) ? way : `is not one of ${Object.keys(modes).join(', ')}.`
    return [{ field: 'type', problem }]
  }
  return Object.entries(rest).flatMap(([dimension, given]): ModeFault[] => {
    if (given === undefined || given === null) return []
    const known = Object.hasOwn(dimensions, dimension) ? dimensions[dimension] : undefined
    if (!known) {
      const anywhere = !v2 && Object.hasOwn(V2_MODES[type] ?? {}, dimension)
      return [
        { field: dimension, problem: anywhere ? 'needs version V2.' : `is nothing that ${type} is told apart by.` },
      ]
    }
    const values: readonly string[] = given
    if (values.length === 0) return [{ field: dimension, problem: 'is empty.' }]
    return values.flatMap((value, index) =>
      known.includes(value) ? [] : [{ field: `${dimension}[${index}]`, problem: `is not one of ${known.join(', ')}.` }],
    )
  })
}
