import { PaymentChoice } from '../checkout/payment-choice.tsx'
import { EmptyState, Title } from '../components/layout.tsx'
import { formatMessage, useMessages } from '../i18n/i18n-provider.tsx'
import { Link } from '../router.tsx'
import { Bill } from './bill.tsx'
import { useCart } from './cart-store.tsx'

/** The bill, and the choice of where to pay it. */
export function CartPage() {
  const messages = useMessages()
  const { cart, removedCount } = useCart()
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
          <PaymentChoice />
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
