import { HEALTH_EVENT } from '@galla/contract/gateway-api/callbacks'
import { DISPUTE_EVENTS } from '@galla/contract/provider/disputes'
import type { StateKind } from './terms.ts'

/** The kind of thing whose state a callback reports. */
export function reportedKind(event: string): StateKind {
  if (Object.hasOwn(DISPUTE_EVENTS, event)) return 'dispute'
  if (event === HEALTH_EVENT) return 'health'
  if (event.startsWith('settlement.')) return 'settlement'
  if (event.startsWith('pg.refund.')) return 'refund'
  if (/^subscription\.(?:notification|redemption)\./.test(event)) return 'debit'
  return /^subscription\.\w+$/.test(event) ? 'mandate' : 'order'
}
