import { paise } from '@galla/contract/money'
import {
  CheckoutButton,
  en,
  GallaProvider,
  PaymentElement,
  type PaymentElementProps,
  PaymentStatus,
  UpiQr,
  usePayment,
} from '@galla/react'
import { hi } from '@galla/react/words/hi'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

const root = document.querySelector<HTMLElement>('#stall')
if (!root) throw new Error('the page has no #stall')
const asked = new URLSearchParams(location.search)
const orderToken = root.dataset.token ?? ''

const CARDS: Pick<PaymentElementProps, 'cards' | 'savedCards'> = {
  cards: { acknowledgesPciScope: true, offersSaving: true },
  savedCards: {
    acknowledgesPciScope: true,
    tokenOf: async () => ({ encryptedToken: 'token', encryptionKeyId: 1, expiry: { month: '06', year: '2029' } }),
  },
}

/** A shop's page with the parts that the address names. */
function Stall() {
  const [shown, setShown] = useState(true)
  const [result, setResult] = useState('')
  const startOrder = async () => ({ orderToken, redirectUrl: `${location.origin}/hosted` })
  return (
    <main>
      <h1>Chai &amp; Chapters</h1>
      {asked.get('part') === 'status' && (
        <PaymentStatus orderToken={orderToken} onStartAgain={() => setResult('again')} />
      )}
      {asked.get('part') === 'qr' && shown && <UpiQr orderToken={orderToken} />}
      {asked.get('part') === 'pair' && <Phase />}
      {asked.get('part') === 'button' && (
        <CheckoutButton
          amount={paise(14_995_000)}
          startOrder={startOrder}
          mode={asked.get('mode') === 'iframe' ? 'iframe' : 'redirect'}
          onResult={({ next, how }) => setResult(`${next} ${how}`)}
        />
      )}
      {(asked.get('part') ?? 'pair') === 'pair' && (
        <PaymentElement
          orderToken={orderToken}
          {...CARDS}
          {...(asked.has('again') && { onStartAgain: () => setResult('again') })}
        />
      )}
      <p>
        <button type="button" onClick={() => setShown((before) => !before)}>
          Remount
        </button>
      </p>
      <output>{result}</output>
    </main>
  )
}

function Phase() {
  return <p data-phase={usePayment(orderToken).payment.phase} />
}

const spoken = asked.get('lang') === 'hi' ? hi : asked.get('dir') === 'rtl' ? { ...en, dir: 'rtl' as const } : en
createRoot(root).render(
  <StrictMode>
    <GallaProvider shopperUrl="/payments" words={spoken} checkoutScript="/checkout.js">
      <Stall />
    </GallaProvider>
  </StrictMode>,
)
