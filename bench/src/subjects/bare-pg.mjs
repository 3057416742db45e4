import { bareMerchant } from '../lib/bare-merchant.mjs'

/** The same promise as the gateway's by hand: the same rows in the same tables, in as many durable commits. */
export const prepare = async (input) => bareMerchant(input, true)
