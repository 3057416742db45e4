import { ENDPOINTS } from '@galla/contract/provider/endpoints'

/** The endpoints that `stale-status` can affect. */
export const STATUS_ENDPOINTS: readonly string[] = Object.keys(ENDPOINTS).filter((name) => /status$/i.test(name))
