/** A card network, as the provider names it. */
export type Network = 'VISA' | 'MASTER_CARD' | 'RUPAY' | 'AMEX' | 'DINERS_CLUB' | 'MAESTRO'

export interface Brand {
  network: Network
  name: string
  /** Sizes of the groups in which the number is printed on the card. */
  groups: readonly number[]
  lengths: readonly number[]
  cvvLength: 3 | 4
}

const FOURS = [4, 4, 4, 4] as const

/** Ranges of the first six digits, from and to. RuPay shares some with other networks and therefore goes first. */
const BRANDS: readonly (Brand & { ranges: readonly (readonly [from: number, to: number])[] })[] = [
  {
    network: 'RUPAY',
    name: 'RuPay',
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
  { network: 'VISA', name: 'Visa', groups: FOURS, lengths: [16], cvvLength: 3, ranges: [[400000, 499999]] },
  {
    network: 'MASTER_CARD',
    name: 'Mastercard',
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
    name: 'American Express',
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
    name: 'Diners Club',
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
    name: 'Maestro',
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

/** A network's name as people write it; a word that we do not know passes through. */
export function networkName(network: string): string {
  return BRANDS.find((brand) => brand.network === network)?.name ?? network
}

/** A card of no network that we know, until more is typed. */
export const ANY_CARD: Pick<Brand, 'groups' | 'lengths' | 'cvvLength'> = {
  groups: [4, 4, 4, 4, 3],
  lengths: [13, 14, 15, 16, 17, 18, 19],
  cvvLength: 3,
}

/**
 * The network, as soon as the digits typed so far leave only one that we know: `4` is Visa, `6` may still be RuPay or Maestro.
 */
export function brandOf(digits: string): Brand | undefined {
  if (digits === '') return undefined
  const start = digits.slice(0, 6)
  const low = Number(start.padEnd(6, '0'))
  const high = Number(start.padEnd(6, '9'))
  const possible = BRANDS.filter(({ ranges }) => ranges.some(([from, to]) => low <= to && high >= from))
  const [only, ...others] = possible
  if (start.length === 6) return only
  return others.length === 0 ? only : undefined
}
