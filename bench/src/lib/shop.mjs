/** What every subject on PostgreSQL is given: the same shop, the same messages. */
import { BODY, CLASSIC } from './inputs.mjs'

export const SHOP = { environment: 'SANDBOX', clientId: 'bench', clientSecret: 'a secret of the bench' }

export const PASSWORD = 'a long password of the bench'

/** Connections of each subject, ours and the bare driver's alike. */
export const CONNECTIONS = 20

/** Callback number `index` of a run: an order's of its own, so that no two are alike. */
export const callbackBody = (index) => BODY.replace('ord_2025_000123', `ord_2025_${index}`)
export const CALLBACK_HEADERS = {
  host: 'shop.example',
  'content-type': 'application/json',
  'user-agent': 'provider/2',
  authorization: CLASSIC.authorization,
}
