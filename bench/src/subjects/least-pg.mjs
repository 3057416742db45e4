import { bareMerchant } from '../lib/bare-merchant.mjs'

/** The least that can be stored: the order's own row, without history, ledger and events; a callback that nobody verifies or parses. */
export const prepare = async (input) => bareMerchant(input, false)
