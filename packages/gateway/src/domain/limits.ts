/**
 * The largest amount of an order, and of what the provider may report, in paise: ₹1 000 crore, far above what
 * a payment mode allows. Sums of thousands of them are exact.
 */
export const MAX_AMOUNT = 1_000_000_000_000

/** Characters of a merchantOrderId. */
export const MAX_ID_LENGTH = 57
