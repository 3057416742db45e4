import {
  CARD_NETWORKS,
  CARD_TYPES,
  CARD_VARIANTS,
  GEO_SCOPES,
  UPI_FLOWS,
  UPI_INSTRUMENTS,
} from '@galla/contract/provider/mode-values'
import type { PagePaymentMethods } from '@galla/contract/sandbox-api/page-routes'
import { BANKS } from './banks.ts'
import { type TestCard, toSavedCard } from './cards.ts'
import {
  acceptsOption,
  cardOption,
  netBankingOption,
  type PaymentRestrictions,
  upiOption,
} from './payment-mode-rules.ts'
import { UPI_APPS } from './upi.ts'

export interface PaymentMethodsInput {
  readonly restrictions: PaymentRestrictions
  readonly collectAllowed: boolean
  readonly encryption: { keyId: number; publicKeyPem: string }
  /** The payer's saved cards. */
  readonly savedCards: readonly TestCard[]
}

const CARD_OPTIONS = combinations({
  type: CARD_TYPES,
  network: CARD_NETWORKS,
  variant: CARD_VARIANTS,
  geoScope: GEO_SCOPES,
})
const UPI_OPTIONS = combinations({
  flows: UPI_FLOWS,
  apps: UPI_APPS.map((app) => app.id),
  instruments: UPI_INSTRUMENTS,
})

/** The payment methods on the hosted page of one order: every value that at least one accepted option has. */
export function paymentMethodsFor(input: PaymentMethodsInput): PagePaymentMethods {
  const banks = BANKS.filter(({ bankId }) => acceptsOption(input.restrictions, netBankingOption(bankId)))
  const netBanking = banks.map(({ v2Code: _, ...bank }) => bank)
  return {
    ...upiMethods(input),
    ...cardMethods(input),
    ...(netBanking.length === 0 ? {} : { netBanking: { banks: netBanking } }),
  }
}

function upiMethods({ restrictions, collectAllowed }: PaymentMethodsInput): Pick<PagePaymentMethods, 'upi'> {
  const options = UPI_OPTIONS.filter((option) => acceptsOption(restrictions, upiOption(option)))
  if (options.length === 0) return {}
  const flow = (name: string): boolean => options.some((option) => option.flows === name)
  const apps = UPI_APPS.filter(({ id }) => options.some((option) => option.flows === 'INTENT' && option.apps === id))
  return {
    upi: {
      qr: flow('QR'),
      intent: flow('INTENT'),
      apps: apps.map(({ id, name }) => ({ id, name })),
      collect: { allowed: flow('COLLECT') && collectAllowed },
      instruments: UPI_INSTRUMENTS.filter((one) => options.some((option) => option.instruments === one)),
    },
  }
}

function cardMethods(input: PaymentMethodsInput): Pick<PagePaymentMethods, 'cards' | 'savedCards'> {
  const { restrictions, encryption, savedCards } = input
  const options = CARD_OPTIONS.filter((option) => acceptsOption(restrictions, cardOption(option)))
  if (options.length === 0) return {}
  return {
    cards: {
      types: CARD_TYPES.filter((one) => options.some((option) => option.type === one)),
      networks: CARD_NETWORKS.filter((one) => options.some((option) => option.network === one)),
      geoScopes: GEO_SCOPES.filter((one) => options.some((option) => option.geoScope === one)),
      encryption,
    },
    savedCards: savedCards.filter((card) => acceptsOption(restrictions, cardOption(card))).map(toSavedCard),
  }
}

/** Every combination of the values, one per dimension. Both tables have fewer than a hundred. */
function combinations<Value extends { readonly [dimension: string]: string }>(
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
