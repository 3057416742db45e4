import { formatAmount } from '@galla/react/components'
import { useEffect } from 'react'
import { PayPage } from '../checkout/load-pay-page.tsx'
import { PaymentChoice } from '../checkout/payment-choice.tsx'
import { EmptyState, Title } from '../components/layout.tsx'
import { formatMessage, useMessages } from '../i18n/i18n-provider.tsx'
import { LastFailure } from '../orders/order-details.tsx'
import { useOrders } from '../orders/orders-provider.tsx'
import { ResumeButton } from '../orders/resume-payment.tsx'
import { totalOf } from '../products/catalogue.ts'
import { Link } from '../router.tsx'
import { Bill } from './bill.tsx'
import { useCart } from './cart-store.tsx'

/** The bill, and the choice of where to pay it. */
export function CartPage() {
  const messages = useMessages()
  const { cart, removedCount } = useCart()
  // A failure is shown where the page is needed.
  useEffect(() => void PayPage.preload(), [])
  return (
    <>
      <Title visuallyHidden>{messages.bill}</Title>
      {removedCount > 0 && (
        <p className="notice notice-wait" role="status">
          {removedCount === 1 ? messages.removedOne : formatMessage(messages.removedMany, { count: removedCount })}
        </p>
      )}
      {cart.lines.length === 0 ? (
        <EmptyState title={messages.empty} body={messages.emptyBody} />
      ) : (
        <div className="sheet">
          <Bill />
          <Payment />
        </div>
      )}
      {cart.lines.length > 0 && (
        <p className="back">
          <Link to="/" className="link">
            {messages.backToShop}
          </Link>
        </p>
      )}
    </>
  )
}

/**
 * The choice of where to pay. A payment of this cart that was started and can still be paid, for example in another tab, comes first:
 * another way is offered behind it, with what becomes of two payments.
 */
function Payment() {
  const messages = useMessages()
  const { cartId, lines } = useCart().cart
  const { orders, refresh } = useOrders()
  useEffect(refresh, [refresh])
  const open = orders?.find((order) => order.cartId === cartId && order.resumable)
  if (!open) return <PaymentChoice />
  // The cart may have been changed since: the next payment has its new total.
  const isSame = open.amount === totalOf(lines)
  return (
    <>
      <div className="notice notice-wait open-payment" role="status">
        <div>
          <p>
            {formatMessage(
              open.bankPending ? messages.bankPending : isSame ? messages.resumeTitle : messages.openPayment,
              {
                amount: formatAmount(open.amount),
              },
            )}
          </p>
          {!isSame && <p>{messages.earlierBill}</p>}
          {open.unpaid && <p>{messages.nothingPaid}</p>}
          {open.qrShown && <p>{messages.justPaid}</p>}
          <LastFailure order={open} />
        </div>
        <ResumeButton order={open} primary={isSame} />
      </div>
      {isSame ? (
        <details className="pay-another-way">
          <summary className="link">{messages.payAnotherWay}</summary>
          {open.bankPending && <p className="notice notice-wait">{messages.payAnotherWayPending}</p>}
          <PaymentChoice open={open} />
        </details>
      ) : (
        <PaymentChoice />
      )}
    </>
  )
}
