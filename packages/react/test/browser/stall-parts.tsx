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
import { CardEntry, en, SavedCardEntry } from '@galla/react/parts'
import type { ReactElement } from 'react'

interface PartProps {
  orderToken: string
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
  status: ({ orderToken, tell }) => <PaymentStatus orderToken={orderToken} onStartAgain={() => tell('again')} />,
  qr: ({ orderToken }) => <UpiQr orderToken={orderToken} />,
  intent: ({ orderToken }) => <UpiIntent orderToken={orderToken} apps={[OWN_APP]} />,
  collect: ({ orderToken }) => <UpiCollect orderToken={orderToken} />,
  banks: ({ orderToken }) => <NetBanking orderToken={orderToken} />,
  card: ({ orderToken }) => <CardForm orderToken={orderToken} acknowledgesPciScope offersSaving />,
  saved: ({ orderToken }) => <SavedCards orderToken={orderToken} acknowledgesPciScope tokenOf={tokenOf} />,
  entries: Entries,
  button: Button,
  frame: Frame,
}

const OWN_APP = { name: 'Chai Pay', android: 'in.chai.pay', ios: 'CHAI' }
const tokenOf = async () => ({ encryptedToken: 'token', encryptionKeyId: 1, expiry: { month: '06', year: '2029' } })

function Element({ orderToken, asked, tell }: PartProps): ReactElement {
  const methods = asked.get('methods')?.split(',') as MethodName[] | undefined
  const options: Partial<PaymentElementProps> = {
    ...(methods && { methods }),
    ...(asked.has('again') && { onStartAgain: () => tell('again') }),
  }
  return (
    <PaymentElement
      orderToken={orderToken}
      cards={{ acknowledgesPciScope: true, offersSaving: true }}
      savedCards={{ acknowledgesPciScope: true, tokenOf }}
      {...options}
    />
  )
}

function Phase({ orderToken }: PartProps): ReactElement {
  return <p data-phase={usePayment(orderToken).payment.phase} />
}

/** The two card parts without a payment, in a shop whose own calls fail. */
function Entries({ orderToken }: PartProps): ReactElement {
  const { payment } = usePayment(orderToken)
  const { cardEncryption, savedCards = [] } = 'view' in payment ? payment.view.offers : {}
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

const hostedOf = (orderToken: string) => ({ orderToken, redirectUrl: `${location.origin}/hosted` })

function Button({ orderToken, asked, tell }: PartProps): ReactElement {
  return (
    <CheckoutButton
      amount={paise(14_995_000)}
      startOrder={async () => {
        await fetch('/start')
        return hostedOf(orderToken)
      }}
      mode={asked.get('mode') === 'iframe' ? 'iframe' : 'redirect'}
      onResult={({ next, how }) => tell(`${next} ${how}`)}
      onError={(error) => tell(String(error))}
    />
  )
}

/** The provider's page in a frame, worked by the shop's own buttons. */
function Frame({ orderToken, tell }: PartProps): ReactElement {
  const { status, open, close } = useCheckout({ mode: 'iframe' })
  const show = async () => {
    const { next, how, reason } = await open(hostedOf(orderToken))
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
