import { ENDPOINTS } from '@galla/contract/provider/endpoints'
import { LINK_ENDPOINTS } from '@galla/contract/provider/links'
import { SUBSCRIPTION_ENDPOINTS } from '@galla/contract/provider/subscriptions'

/** The endpoints that `stale-status` can affect. */
export const STATUS_ENDPOINTS: readonly string[] = Object.keys({
  ...ENDPOINTS,
  ...SUBSCRIPTION_ENDPOINTS,
  ...LINK_ENDPOINTS,
}).filter((name) => /status$/i.test(name))
