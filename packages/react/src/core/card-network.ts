import { type CardNetwork, NETWORK_NAMES } from './network-name.ts'

/** Properties of a network's cards. */
export interface CardBrand {
  /** The network, in the provider's spelling, for example `MASTER_CARD`. */
  network: CardNetwork
  /** The name to display, for example `Mastercard`. */
  name: string
  /** Sizes of the digit groups in which the number is printed, for example `[4, 4, 4, 4]`. */
  groups: readonly number[]
  /** Lengths that a number may have, in digits. */
  lengths: readonly number[]
  /** Digits of the CVV. */
  cvvLength: 3 | 4
}

const FOURS = [4, 4, 4, 4] as const

/** Inclusive ranges of the first six digits. RuPay comes first because some of its ranges lie within those of other networks. */
const BRANDS: readonly (CardBrand & { ranges: readonly (readonly [from: number, to: number])[] })[] = [
  {
    network: 'RUPAY',
    name: NETWORK_NAMES.RUPAY,
    groups: FOURS,
    lengths: [16],
    cvvLength: 3,
    ranges: [
      [508500, 508999],
      [606985, 607984],
      [608001, 608500],
      [652150, 653149],
      [817200, 820199],
      [353000, 353999],
      [356000, 356999],
    ],
  },
  { network: 'VISA', name: NETWORK_NAMES.VISA, groups: FOURS, lengths: [16], cvvLength: 3, ranges: [[400000, 499999]] },
  {
    network: 'MASTER_CARD',
    name: NETWORK_NAMES.MASTER_CARD,
    groups: FOURS,
    lengths: [16],
    cvvLength: 3,
    ranges: [
      [510000, 559999],
      [222100, 272099],
    ],
  },
  {
    network: 'AMEX',
    name: NETWORK_NAMES.AMEX,
    groups: [4, 6, 5],
    lengths: [15],
    cvvLength: 4,
    ranges: [
      [340000, 349999],
      [370000, 379999],
    ],
  },
  {
    network: 'DINERS_CLUB',
    name: NETWORK_NAMES.DINERS_CLUB,
    groups: [4, 6, 4],
    lengths: [14, 16],
    cvvLength: 3,
    ranges: [
      [300000, 305999],
      [360000, 369999],
      [380000, 399999],
    ],
  },
  {
    network: 'MAESTRO',
    name: NETWORK_NAMES.MAESTRO,
    groups: [4, 4, 4, 4, 3],
    lengths: [16, 18, 19],
    cvvLength: 3,
    ranges: [
      [500000, 508499],
      [560000, 589999],
      [600000, 606984],
      [670000, 679999],
    ],
  },
]

/** Used until the digits identify a brand. */
export const UNKNOWN_BRAND: Pick<CardBrand, 'groups' | 'lengths' | 'cvvLength'> = {
  groups: [4, 4, 4, 4, 3],
  lengths: [13, 14, 15, 16, 17, 18, 19],
  cvvLength: 3,
}

/**
 * The brand of a card number, once the digits typed so far leave only one: `4` is Visa, `6` may still be RuPay or
 * Maestro.
 *
 * @example
 * ```ts
 * detectCardBrand('6521500')?.name // 'RuPay'
 * ```
 */
export function detectCardBrand(digits: string): CardBrand | undefined {
  if (digits === '') return undefined
  const start = digits.slice(0, 6)
  const low = Number(start.padEnd(6, '0'))
  const high = Number(start.padEnd(6, '9'))
  const possible = BRANDS.filter(({ ranges }) => ranges.some(([from, to]) => low <= to && high >= from))
  const [first, ...others] = possible
  if (start.length === 6) return first
  return others.length === 0 ? first : undefined
}
