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
