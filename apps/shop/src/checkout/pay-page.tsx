import { PaymentElement, storedOrder, usePayment } from '@galla/react'
import { useEffect, useRef, useState } from 'react'
import { useCart } from '../cart/cart-store.tsx'
import { Title } from '../components/layout.tsx'
import { useWords } from '../i18n/i18n-provider.tsx'
import { Lines } from '../orders/order-details.tsx'
import { go, Link } from '../route.tsx'
import { askShop } from '../shop-api.ts'
import { startOrder, useRefusal } from './start-order.ts'

const CARDS = { acknowledgesPciScope: true } as const
const SAVED_CARDS = {
  acknowledgesPciScope: true,
  tokenOf: (savedCardId: string) => askShop('POST /api/saved-cards/:savedCardId/token', {}, { savedCardId }),
} as const

/** The shop's own checkout. A reload comes back to the same payment: this tab keeps its token. */
export function PayPage() {
  const [payerToken, setOrderToken] = useState(storedOrder)
  useEffect(() => {
    if (!payerToken) go('/cart', { replace: true })
  }, [payerToken])
  return payerToken ? <PayHere key={payerToken} payerToken={payerToken} renew={setOrderToken} /> : null
}

function PayHere({ payerToken, renew }: { payerToken: string; renew: (payerToken: string) => void }) {
  const words = useWords()
  const { cart } = useCart()
  const { payment } = usePayment(payerToken)
  const { told, refused } = useRefusal()
  const over = payment.phase === 'done' || payment.phase === 'late-payment' || payment.phase === 'refunding'
  const elsewhere = payment.phase === 'hosted' || payment.phase === 'unknown'
  useEffect(() => {
    if (over || elsewhere) go('/thanks', { replace: true })
  }, [over, elsewhere])

  const starting = useRef(false)
  const again = async () => {
    if (starting.current) return
    starting.current = true
    try {
      renew((await startOrder(cart, 'CUSTOM')).payerToken)
    } catch (error) {
      starting.current = false
      refused(error)
    }
  }
  return (
    <>
      <Title unseen>{words.payHere}</Title>
      <div className="counter">
        <div>
          {told && (
            <p className="notice notice-bad" role="alert">
              {words[told]}
            </p>
          )}
          <PaymentElement
            payerToken={payerToken}
            onStartAgain={() => void again()}
            cards={CARDS}
            savedCards={SAVED_CARDS}
          />
        </div>
        <aside className="counter-bill" aria-label={words.bill}>
          <h2>{words.bill}</h2>
          <Lines lines={cart.lines} />
          <p className="back">
            <Link to="/cart" className="link">
              {words.backToBill}
            </Link>
          </p>
        </aside>
      </div>
    </>
  )
}
