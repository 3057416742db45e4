/**
 * The largest amount of an order, and of what the provider may report, in paise: ₹1 000 crore, far above what
 * a payment mode allows. Sums of thousands of them are exact.
 */
export const MAX_AMOUNT = 1_000_000_000_000

/** Characters of a merchantOrderId. */
export const MAX_ID_LENGTH = 57

/**
 * A request for a refund or a link arrives within this time or never: the pause before its first byte, its time limit, and as much again. It is also
 * the lease of the sender of a refund, so one whose process died is taken over after this time. Milliseconds of the database's clock.
 */
export const FLIGHT_MS = 120_000

/** The answer to a request is there within this time or lost: the pause before the first byte, and the time limit. Milliseconds. */
export const ANSWER_MS = FLIGHT_MS / 2
