import { Link } from '@tanstack/react-router'
import { middleOut } from './id.tsx'

const LOOK = 'font-mono text-xs break-all text-brass underline decoration-1 underline-offset-2 hover:text-brass-deep'

/** An order's id that leads to its page. */
export function OrderLink({ merchantOrderId, most = 28 }: { merchantOrderId: string; most?: number }) {
  return (
    <Link to="/orders/$merchantOrderId" params={{ merchantOrderId }} title={merchantOrderId} className={LOOK}>
      {middleOut(merchantOrderId, most)}
    </Link>
  )
}

/** A refund's id that opens it among the refunds. */
export function RefundLink({ merchantRefundId, most = 28 }: { merchantRefundId: string; most?: number }) {
  return (
    <Link to="/refunds" search={{ open: merchantRefundId }} title={merchantRefundId} className={LOOK}>
      {middleOut(merchantRefundId, most)}
    </Link>
  )
}

/** A delivery that leads to its page. */
export function CallbackLink({ callbackId, children }: { callbackId: string; children?: string }) {
  return (
    <Link
      to="/callbacks/$callbackId"
      params={{ callbackId }}
      className={children ? LOOK.replace('font-mono text-xs ', '') : LOOK}
    >
      {children ?? callbackId}
    </Link>
  )
}
