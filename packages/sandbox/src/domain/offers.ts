import type { PageOffers } from '@galla/contract/control/page-routes'
import type { PaymentModeConfig, PaymentModeRule } from '@galla/contract/provider/requests'
import { BANKS } from './banks.ts'

/** What a hosted page may offer, as plain lists. */
interface Choice {
  readonly flows: readonly string[]
  readonly apps: readonly string[]
  readonly cardTypes: readonly string[]
  readonly banks: readonly string[]
}

const APPS: readonly { id: string; name: string }[] = [
  { id: 'phonepe', name: 'PhonePe' },
  { id: 'gpay', name: 'Google Pay' },
  { id: 'paytm', name: 'Paytm' },
  { id: 'bhim', name: 'BHIM' },
  { id: 'amazon', name: 'Amazon Pay' },
  { id: 'cred', name: 'CRED' },
  { id: 'supermoney', name: 'super.money' },
]

const EVERYTHING: Choice = {
  flows: ['QR', 'INTENT', 'COLLECT'],
  apps: APPS.map((app) => app.id),
  cardTypes: ['CREDIT_CARD', 'DEBIT_CARD'],
  banks: BANKS.map((bank) => bank.bankId),
}
const NOTHING: Choice = { flows: [], apps: EVERYTHING.apps, cardTypes: [], banks: [] }

export interface OfferFacts {
  readonly config?: PaymentModeConfig | undefined
  /** The order demands one bank account, so no card can pay it. */
  readonly accountOnly: boolean
  readonly collectAllowed: boolean
  readonly encryption: { keyId: number; publicKeyPem: string }
  readonly savedCards: NonNullable<PageOffers['savedCards']>
}

/** What the page of one order offers. Apps, card types and banks filter within their section; a name that matches nothing filters all of it. */
export function offersFor(facts: OfferFacts): PageOffers {
  const choice = chosen(facts.config)
  const types = facts.accountOnly
    ? []
    : (['CREDIT_CARD', 'DEBIT_CARD'] as const).filter((type) => choice.cardTypes.includes(type))
  const banks = BANKS.filter((bank) => choice.banks.includes(bank.bankId))
  const flow = (name: string): boolean => choice.flows.includes(name)
  return {
    ...(choice.flows.length === 0
      ? {}
      : {
          upi: {
            qr: flow('QR'),
            intent: flow('INTENT'),
            apps: APPS.filter((app) => choice.apps.includes(app.id)),
            collect: collect(flow('COLLECT'), facts.collectAllowed),
          },
        }),
    ...(types.length === 0
      ? {}
      : { cards: { types: [...types], encryption: facts.encryption }, savedCards: [...facts.savedCards] }),
    ...(banks.length === 0 ? {} : { netBanking: { banks } }),
  }
}

function collect(offered: boolean, allowed: boolean): { allowed: boolean; reason: string } {
  if (!offered) return { allowed: false, reason: 'The merchant does not offer collect requests for this order.' }
  if (!allowed)
    return {
      allowed: false,
      reason: 'Collect requests are being retired in India; most merchants no longer have them.',
    }
  return { allowed: true, reason: 'The request appears in your UPI app, where you approve it with your PIN.' }
}

function chosen(config: PaymentModeConfig | undefined): Choice {
  if (!config) return EVERYTHING
  const v2 = config.version === 'V2'
  const { enabledPaymentModes: enabled, disabledPaymentModes: disabled } = config
  if (enabled) return (v2 ? firstOfEach(enabled) : enabled).reduce((kept, rule) => add(kept, rule, v2), NOTHING)
  return (v2 ? firstOfEach(disabled ?? []) : (disabled ?? [])).reduce(
    (kept, rule) => remove(kept, rule, v2),
    EVERYTHING,
  )
}

/** Under V2 only the first object of each type counts. */
function firstOfEach(rules: readonly PaymentModeRule[]): PaymentModeRule[] {
  return rules.filter((rule, index) => rules.findIndex((one) => one.type === rule.type) === index)
}

/** What one rule speaks of; an omitted dimension means all of it. */
function scope(rule: PaymentModeRule, v2: boolean): Partial<Choice> {
  const flow = v2 ? undefined : /^UPI_(QR|INTENT|COLLECT)$/.exec(rule.type)?.[1]
  if (flow !== undefined) return { flows: [flow] }
  if (rule.type === 'UPI' && v2)
    return { flows: rule.flows ?? EVERYTHING.flows, ...(rule.apps ? { apps: rule.apps } : {}) }
  if (rule.type === 'CARD') return { cardTypes: (v2 ? rule.types : rule.cardTypes) ?? EVERYTHING.cardTypes }
  if (rule.type === 'NET_BANKING') return { banks: (v2 ? rule.banks : undefined) ?? EVERYTHING.banks }
  return {}
}

function add(choice: Choice, rule: PaymentModeRule, v2: boolean): Choice {
  const named = scope(rule, v2)
  return {
    flows: [...choice.flows, ...(named.flows ?? [])],
    apps: named.apps ?? choice.apps,
    cardTypes: [...choice.cardTypes, ...(named.cardTypes ?? [])],
    banks: [...choice.banks, ...(named.banks ?? [])],
  }
}

function remove(choice: Choice, rule: PaymentModeRule, v2: boolean): Choice {
  const named = scope(rule, v2)
  const without = (list: readonly string[], gone: readonly string[] = []): string[] =>
    list.filter((one) => !gone.includes(one))
  // Naming apps takes those apps away, not UPI with them.
  const flows = rule.apps && !rule.flows ? [] : named.flows
  return {
    flows: without(choice.flows, flows),
    apps: without(choice.apps, named.apps),
    cardTypes: without(choice.cardTypes, named.cardTypes),
    banks: without(choice.banks, named.banks),
  }
}
