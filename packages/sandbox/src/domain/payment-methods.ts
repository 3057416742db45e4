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
import { savedCard, type TestCard } from './cards.ts'
import { combinations } from './payment-mode-options.ts'
import { bankWay, cardWay, type Terms, takes, upiWay } from './payment-mode-rules.ts'
import { UPI_APPS } from './upi.ts'

export interface OfferFacts {
  readonly terms: Terms
  readonly collectAllowed: boolean
  readonly encryption: { keyId: number; publicKeyPem: string }
  /** The cards that this payer has kept. */
  readonly kept: readonly TestCard[]
}

const CARD_SPACE = combinations({
  type: CARD_TYPES,
  network: CARD_NETWORKS,
  variant: CARD_VARIANTS,
  geoScope: GEO_SCOPES,
})
const UPI_SPACE = combinations({ flows: UPI_FLOWS, apps: UPI_APPS.map((app) => app.id), instruments: UPI_INSTRUMENTS })

/** What the page of one order offers: whatever some way to pay that the order takes makes use of. */
export function offersFor(facts: OfferFacts): PagePaymentMethods {
  const { terms } = facts
  const banks = BANKS.filter(({ bankId }) => takes(terms, bankWay(bankId)))
  const netBanking = banks.map(({ v2Code: _, ...bank }) => bank)
  return {
    ...upiOffer(facts),
    ...cardOffer(facts),
    ...(netBanking.length === 0 ? {} : { netBanking: { banks: netBanking } }),
  }
}

function upiOffer({ terms, collectAllowed }: OfferFacts): Pick<PagePaymentMethods, 'upi'> {
  const ways = UPI_SPACE.filter((way) => takes(terms, upiWay(way)))
  if (ways.length === 0) return {}
  const flow = (name: string): boolean => ways.some((way) => way.flows === name)
  const apps = UPI_APPS.filter(({ id }) => ways.some((way) => way.flows === 'INTENT' && way.apps === id))
  return {
    upi: {
      qr: flow('QR'),
      intent: flow('INTENT'),
      apps: apps.map(({ id, name }) => ({ id, name })),
      collect: collect(flow('COLLECT'), collectAllowed),
      instruments: UPI_INSTRUMENTS.filter((one) => ways.some((way) => way.instruments === one)),
    },
  }
}

function cardOffer({ terms, encryption, kept }: OfferFacts): Pick<PagePaymentMethods, 'cards' | 'savedCards'> {
  const ways = CARD_SPACE.filter((way) => takes(terms, cardWay(way)))
  if (ways.length === 0) return {}
  return {
    cards: {
      types: CARD_TYPES.filter((one) => ways.some((way) => way.type === one)),
      networks: CARD_NETWORKS.filter((one) => ways.some((way) => way.network === one)),
      geoScopes: GEO_SCOPES.filter((one) => ways.some((way) => way.geoScope === one)),
      encryption,
    },
    savedCards: kept.filter((card) => takes(terms, cardWay(card))).map(savedCard),
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
