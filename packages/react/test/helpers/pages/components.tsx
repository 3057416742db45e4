import { paise } from '@galla/contract/money'
import {
  CardForm,
  CheckoutButton,
  type MethodName,
  NetBanking,
  PaymentElement,
  type PaymentElementProps,
  PaymentStatus,
  SavedCards,
  UpiCollect,
  UpiIntent,
  UpiQr,
  useCheckout,
  usePayment,
} from '@galla/react'
import { CardEntry, en, SavedCardEntry } from '@galla/react/components'
import type { ReactElement } from 'react'

interface PartProps {
  payerToken: string
  asked: URLSearchParams
  /** What the shop hears from the part. */
  tell: (word: string) => void
}

/** A part by the name that the address gives it. */
export const PARTS: { readonly [name: string]: (props: PartProps) => ReactElement } = {
  element: Element,
  pair: (props) => (
    <>
      <Phase {...props} />
      <Element {...props} />
    </>
  ),
  status: ({ payerToken, tell }) => <PaymentStatus payerToken={payerToken} onStartAgain={() => tell('again')} />,
  qr: ({ payerToken }) => <UpiQr payerToken={payerToken} />,
  intent: ({ payerToken }) => <UpiIntent payerToken={payerToken} apps={[OWN_APP]} />,
  collect: ({ payerToken }) => <UpiCollect payerToken={payerToken} />,
  banks: ({ payerToken }) => <NetBanking payerToken={payerToken} />,
  card: ({ payerToken }) => <CardForm payerToken={payerToken} acknowledgesPciScope offersSaving />,
  saved: ({ payerToken }) => <SavedCards payerToken={payerToken} acknowledgesPciScope tokenOf={tokenOf} />,
  entries: Entries,
  button: Button,
  frame: Frame,
}

const OWN_APP = { name: 'Chai Pay', android: 'in.chai.pay', ios: 'CHAI' }
const tokenOf = async () => ({ encryptedToken: 'token', encryptionKeyId: 1, expiry: { month: '06', year: '2029' } })

function Element({ payerToken, asked, tell }: PartProps): ReactElement {
  const methods = asked.get('methods')?.split(',') as MethodName[] | undefined
  const options: Partial<PaymentElementProps> = {
    ...(methods && { methods }),
    ...(asked.has('again') && { onStartAgain: () => tell('again') }),
  }
  return (
    <PaymentElement
      payerToken={payerToken}
      cards={{ acknowledgesPciScope: true, offersSaving: true }}
      savedCards={{ acknowledgesPciScope: true, tokenOf }}
      {...options}
    />
  )
}

function Phase({ payerToken }: PartProps): ReactElement {
  return <p data-phase={usePayment(payerToken).payment.phase} />
}

/** The two card parts without a payment, in a shop whose own calls fail. */
function Entries({ payerToken }: PartProps): ReactElement {
  const { payment } = usePayment(payerToken)
  const { cardEncryption, savedCards = [] } = 'view' in payment ? payment.view.paymentMethods : {}
  if (!cardEncryption) return <p>No key yet</p>
  const shared = { words: en, amount: paise(14_995_000), cardKey: cardEncryption, busy: false }
  const fails = () => Promise.reject(new Error('the shop is closed'))
  return (
    <div className="galla">
      <section aria-label="New">
        <CardEntry {...shared} now={() => Date.now()} onCard={fails} />
      </section>
      <section aria-label="Saved">
        <SavedCardEntry {...shared} cards={savedCards} onCard={fails} />
      </section>
    </div>
  )
}

const hostedOf = (payerToken: string) => ({ payerToken, redirectUrl: `${location.origin}/hosted` })

function Button({ payerToken, asked, tell }: PartProps): ReactElement {
  return (
    <CheckoutButton
      amount={paise(14_995_000)}
      startOrder={async () => {
        await fetch('/start')
        return hostedOf(payerToken)
      }}
      mode={asked.get('mode') === 'iframe' ? 'iframe' : 'redirect'}
      onResult={({ next, how }) => tell(`${next} ${how}`)}
      onError={(error) => tell(String(error))}
    />
  )
}

/** The provider's page in a frame, worked by the shop's own buttons. */
function Frame({ payerToken, tell }: PartProps): ReactElement {
  const { status, open, close } = useCheckout({ mode: 'iframe' })
  const show = async () => {
    const { next, how, reason } = await open(hostedOf(payerToken))
    tell(`${next} ${how} ${reason}`)
  }
  return (
    <p data-status={status}>
      <button type="button" onClick={() => void show()}>
        Open
      </button>
      <button type="button" onClick={() => close('the cart has changed')}>
        Close
      </button>
    </p>
  )
}
