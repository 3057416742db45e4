import {
  type CardType,
  type GeoScope,
  UPI_INSTRUMENTS,
  type UpiAppId,
  type UpiFlow,
  type UpiInstrument,
} from '@galla/contract/provider/mode-values'
import type { PaymentModeConfig, PaymentModeRule } from '@galla/contract/provider/requests'
import { findBank } from './banks.ts'
import type { Order } from './order.ts'
import type { Payer, PayerCard } from './payer.ts'
import { V2_MODES } from './payment-mode-options.ts'
import { UPI_APPS, upiAppId } from './upi.ts'

/** One concrete way to pay: a payment mode of V2 with one value for each of its dimensions. */
export interface PaymentOption {
  readonly type: string
  readonly values: { readonly [dimension: string]: string }
}

/** The part of an order that limits how it may be paid. */
export type PaymentRestrictions = Pick<Order, 'paymentModeConfig' | 'constraints'>

/** The part of a card that `paymentModeConfig` can restrict. */
export type CardTraits = Pick<PayerCard, 'type' | 'network' | 'variant' | 'geoScope'>

export function upiOption(values: { flows: UpiFlow; apps: UpiAppId; instruments: UpiInstrument }): PaymentOption {
  return { type: 'UPI', values }
}

export function cardOption({ type, network, variant, geoScope }: CardTraits): PaymentOption {
  return { type: 'CARD', values: { types: type, networks: network, variants: variant, geoScopes: geoScope } }
}

export function netBankingOption(bankId: string): PaymentOption {
  return { type: 'NET_BANKING', values: { banks: findBank(bankId).v2Code ?? '' } }
}

/** True when a configuration allows an option: an enabled rule matches the option, or no disabled rule matches. */
export function allowsOption(config: PaymentModeConfig | undefined, option: PaymentOption): boolean {
  if (!config) return true
  const { enabledPaymentModes: enabled, disabledPaymentModes: disabled } = config
  const v2 = config.version === 'V2'
  if (enabled) return effectiveRules(enabled, v2).some((rule) => matches(rule, option))
  return !effectiveRules(disabled ?? [], v2).some((rule) => matches(rule, option))
}

/** V2 reads only the first rule of each type. V1 rules are converted to V2. */
function effectiveRules(rules: readonly PaymentModeRule[], v2: boolean): PaymentModeRule[] {
  if (!v2) return rules.flatMap(toV2)
  return rules.filter((rule, index) => rules.findIndex((one) => one.type === rule.type) === index)
}

/** A V1 rule as V2 rules; none for a name that V1 does not have. */
function toV2({ type, cardTypes }: PaymentModeRule): PaymentModeRule[] {
  const flow = /^UPI_(QR|INTENT|COLLECT)$/.exec(type)?.[1]
  if (flow !== undefined) return [{ type: 'UPI', flows: [flow] }]
  return type === 'CARD' || type === 'NET_BANKING' ? [{ type, types: cardTypes }] : []
}

/** All dimensions must match. A dimension that the rule leaves out matches every value. */
function matches(rule: PaymentModeRule, option: PaymentOption): boolean {
  if (rule.type !== option.type) return false
  const given: { readonly [dimension: string]: unknown } = { ...rule }
  return Object.keys(V2_MODES[option.type] ?? {}).every((dimension) => {
    const values = given[dimension]
    return !Array.isArray(values) || values.includes(option.values[dimension])
  })
}

/**
 * True when an order accepts an option. An order with an account constraint accepts neither cards nor a UPI id with a credit card or
 * credit line behind the id.
 */
export function acceptsOption(restrictions: PaymentRestrictions, option: PaymentOption): boolean {
  const accountOnly = (restrictions.constraints?.length ?? 0) > 0
  const upiCredit = option.type === 'UPI' && option.values.instruments !== 'BANK_ACCOUNT'
  if (accountOnly && (option.type === 'CARD' || upiCredit)) return false
  return allowsOption(restrictions.paymentModeConfig, option)
}

/** Instruments that may pay the order by this UPI flow, the most common first. */
export function acceptedUpiInstruments(
  restrictions: PaymentRestrictions,
  flow: UpiFlow,
  targetApp?: string,
): readonly UpiInstrument[] {
  // Fast path: this runs for every payment, and most orders have no restrictions.
  if (!restrictions.paymentModeConfig && !restrictions.constraints?.length) return UPI_INSTRUMENTS
  const apps = targetApp === undefined ? UPI_APPS.map((app) => app.id) : [upiAppId(targetApp)]
  return UPI_INSTRUMENTS.filter((instruments) =>
    apps.some((app) => acceptsOption(restrictions, upiOption({ flows: flow, apps: app, instruments }))),
  )
}

/** The UPI instrument that a payer uses; `undefined` for a payer without one. */
export function upiInstrumentOf(payer: Payer): UpiInstrument | undefined {
  if (payer.kind === 'CREDIT_LINE') return 'CREDIT_LINE'
  if (payer.kind !== 'ACCOUNT') return undefined
  return payer.account.accountType === 'CREDIT' ? 'RUPAY_CC' : 'BANK_ACCOUNT'
}

/** The provider's error code for a card that the order does not accept; `undefined` when it accepts the card. */
export function cardRejectionCode(restrictions: PaymentRestrictions, card: CardTraits): string | undefined {
  const accepts = (change: Partial<CardTraits>): boolean =>
    acceptsOption(restrictions, cardOption({ ...card, ...change }))
  if (accepts({})) return undefined
  const otherType: CardType = card.type === 'CREDIT_CARD' ? 'DEBIT_CARD' : 'CREDIT_CARD'
  const domestic: GeoScope = 'DOMESTIC'
  if (card.geoScope !== domestic && accepts({ geoScope: domestic })) return 'INTERNATIONAL_TXN_NOT_ALLOWED'
  return accepts({ type: otherType }) ? 'INVALID_CARD_TYPE' : 'CARD_NOT_ALLOWED'
}
