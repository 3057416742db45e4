import type { PaymentModeConfig, PaymentModeRule } from '@galla/contract/provider/requests'
import { V2_MODES } from './mode-space.ts'

/** One way to pay, down to its finest: a kind of V2 with one value on each of its dimensions. */
export interface Way {
  readonly type: string
  readonly on: { readonly [dimension: string]: string }
}

/** Whether an order lets a way through: some enabled rule speaks of it, or no disabled one does. */
export function allows(config: PaymentModeConfig | undefined, way: Way): boolean {
  if (!config) return true
  const { enabledPaymentModes: enabled, disabledPaymentModes: disabled } = config
  const v2 = config.version === 'V2'
  if (enabled) return rulesOf(enabled, v2).some((rule) => speaksOf(rule, way))
  return !rulesOf(disabled ?? [], v2).some((rule) => speaksOf(rule, way))
}

/** Under V2 only the first object of each kind counts. */
function rulesOf(rules: readonly PaymentModeRule[], v2: boolean): PaymentModeRule[] {
  if (!v2) return rules.flatMap(fromV1)
  return rules.filter((rule, index) => rules.findIndex((one) => one.type === rule.type) === index)
}

/** A rule of V1 in the words of V2; a name that V1 does not have speaks of nothing. */
function fromV1({ type, cardTypes }: PaymentModeRule): PaymentModeRule[] {
  const flow = /^UPI_(QR|INTENT|COLLECT)$/.exec(type)?.[1]
  if (flow !== undefined) return [{ type: 'UPI', flows: [flow] }]
  return type === 'CARD' || type === 'NET_BANKING' ? [{ type, types: cardTypes }] : []
}

/** Dimensions hold together: one that is given must name the way's value, one that is left out names them all. */
function speaksOf(rule: PaymentModeRule, way: Way): boolean {
  if (rule.type !== way.type) return false
  const given: { readonly [dimension: string]: unknown } = { ...rule }
  return Object.keys(V2_MODES[way.type] ?? {}).every((dimension) => {
    const named = given[dimension]
    return !Array.isArray(named) || named.includes(way.on[dimension])
  })
}
