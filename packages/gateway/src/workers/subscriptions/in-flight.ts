/** Subscriptions in progress at first, and however often the provider does not answer. */
const LEAST = 6

/** The number of subscriptions that may be in progress at the same time. */
export interface InFlight {
  readonly limit: number
  /** Counts the end of a call to the provider. */
  count(isAnswered: boolean): void
}

/**
 * Follows the rate limit of the provider, which nobody has to know: as many answers as are in flight permit one more, and a call without an
 * answer, such as one that the rate limit refused, halves what is in flight.
 * @param most the limit never exceeds this
 */
export function followProvider(most: number): InFlight {
  const least = Math.min(LEAST, most)
  let limit = least
  return {
    get limit() {
      return Math.floor(limit)
    },
    count(isAnswered) {
      limit = isAnswered ? Math.min(limit + 1 / limit, most) : Math.max(limit / 2, least)
    },
  }
}
