import { NEWEST_SEARCHED } from '@galla/contract/gateway-api/search'
import { countText } from './format.ts'

/** What a search finds. */
export const SEARCH_HINT = `Three characters are enough: the start or the end of an order id, of a refund id or of your reference, or an id as lists shorten it, like o-0mwwhdw2m34… f28c77. A part in the middle is found in the newest ${countText(NEWEST_SEARCHED)} orders and refunds. Enter the start of a UTR or of a provider’s id, the end of a UPI id, like ab@ybl, and a transaction id whole.`
