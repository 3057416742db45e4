import { bareMerchant } from '../lib/bare-merchant.mjs'

/** The least that can be stored: the order's own row, without history, ledger and events. */
export const prepare = async (input) => bareMerchant(input, false)
