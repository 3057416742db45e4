import {
  type CardType,
  type GeoScope,
  UPI_INSTRUMENTS,
  type UpiAppId,
  type UpiFlow,
  type UpiInstrument,
} from '@galla/contract/provider/mode-values'
import type { PaymentModeConfig, PaymentModeRule } from '@galla/contract/provider/requests'
import { bankOf } from './banks.ts'
import type { Order } from './order.ts'
import type { Payer, PayerCard } from './payer.ts'
import { V2_MODES } from './payment-mode-options.ts'
import { UPI_APPS } from './upi.ts'

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

/** What of an order says who may pay it. */
export type Terms = Pick<Order, 'paymentModeConfig' | 'constraints'>

export function upiWay(on: { flows: UpiFlow; apps: UpiAppId; instruments: UpiInstrument }): Way {
  return { type: 'UPI', on }
}

export function cardWay({ type, network, variant, geoScope }: CardInstrument): Way {
  return { type: 'CARD', on: { types: type, networks: network, variants: variant, geoScopes: geoScope } }
}

export type CardInstrument = Pick<PayerCard, 'type' | 'network' | 'variant' | 'geoScope'>

export function bankWay(bankId: string): Way {
  return { type: 'NET_BANKING', on: { banks: bankOf(bankId).v2Code ?? '' } }
}

/** An order that demands one bank account takes that account and nothing else: no card, no credit behind a UPI id. */
export function takes(terms: Terms, way: Way): boolean {
  const demands = (terms.constraints?.length ?? 0) > 0
  if (demands && (way.type === 'CARD' || (way.type === 'UPI' && way.on.instruments !== 'BANK_ACCOUNT'))) return false
  return allows(terms.paymentModeConfig, way)
}

/** What may stand behind a UPI payment of this flow, the usual first. */
export function instrumentsFor(terms: Terms, flow: UpiFlow, targetApp?: string): readonly UpiInstrument[] {
  // Most orders take everything, and are asked about it on every payment.
  if (!terms.paymentModeConfig && !terms.constraints?.length) return UPI_INSTRUMENTS
  const apps = targetApp === undefined ? UPI_APPS.map((app) => app.id) : [appNamed(targetApp)]
  return UPI_INSTRUMENTS.filter((instruments) =>
    apps.some((app) => takes(terms, upiWay({ flows: flow, apps: app, instruments }))),
  )
}

/** The app that an id or a package's name means. */
export function appNamed(targetApp: string): UpiAppId {
  const wanted = targetApp.toLowerCase()
  return UPI_APPS.find((app) => app.id === wanted || app.android.toLowerCase() === wanted)?.id ?? 'others'
}

export function instrumentOf(payer: Payer): UpiInstrument | undefined {
  if (payer.kind === 'CREDIT_LINE') return 'CREDIT_LINE'
  if (payer.kind !== 'ACCOUNT') return undefined
  return payer.account.accountType === 'CREDIT' ? 'RUPAY_CC' : 'BANK_ACCOUNT'
}

/** The provider's code for a card that the order does not take, or nothing when it takes it. */
export function cardRefusal(terms: Terms, card: CardInstrument): string | undefined {
  const taken = (over: Partial<CardInstrument>): boolean => takes(terms, cardWay({ ...card, ...over }))
  if (taken({})) return undefined
  const otherType: CardType = card.type === 'CREDIT_CARD' ? 'DEBIT_CARD' : 'CREDIT_CARD'
  const home: GeoScope = 'DOMESTIC'
  if (card.geoScope !== home && taken({ geoScope: home })) return 'INTERNATIONAL_TXN_NOT_ALLOWED'
  return taken({ type: otherType }) ? 'INVALID_CARD_TYPE' : 'CARD_NOT_ALLOWED'
}
