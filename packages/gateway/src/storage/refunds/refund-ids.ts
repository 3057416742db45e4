import { REFUND_HANDLE_PREFIX } from '@galla/contract/gateway-api/refunds'
import type { RefundIds } from '../../domain/refunds/refund.ts'

/** The public `merchantRefundId` of a refund: our id, or a handle that is made of the provider's id while no other id is known. */
export const shownRefundId = ({ merchantRefundId, refundId }: RefundIds): string =>
  merchantRefundId ?? REFUND_HANDLE_PREFIX + refundId

/** The id that a caller means: ours, or the provider's of a handle, which stays valid when our id becomes known. */
export const idsOfShown = (shown: string): RefundIds =>
  shown.startsWith(REFUND_HANDLE_PREFIX)
    ? { refundId: shown.slice(REFUND_HANDLE_PREFIX.length) }
    : { merchantRefundId: shown }

/** Column of a row that refers to a refund: the ids of the refund, or of the one that it has become, to be read by `withShownId`. */
export const refundIdsOf = (key: string): string =>
  `(select jsonb_strip_nulls(jsonb_build_object('merchantRefundId', r."merchantRefundId", 'refundId', r."refundId"))
    from galla.refunds k join galla.refunds r on r."id" = coalesce(k."joinedTo", k."id") where k."id" = ${key}) as "refundIds"`

/** The row with the public id of its refund, if it has one. */
export function withShownId<Row extends object>(row: Row & { readonly refundIds?: RefundIds }) {
  const { refundIds, ...rest } = row
  return refundIds ? { ...rest, merchantRefundId: shownRefundId(refundIds) } : rest
}
