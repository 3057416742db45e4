import { type Paise, paise } from '@galla/contract/money'
import {
  CardForm,
  CheckoutButton,
  type MethodName,
  NetBanking,
  PaymentElement,
  PaymentStatus,
  SavedCards,
  UpiCollect,
  UpiIntent,
  UpiQr,
  useCheckout,
  usePayment,
} from '@galla/react'
import { en, NewCardForm, SavedCardForm } from '@galla/react/components'
import { type ReactElement, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { SUBSCRIPTION_COMPONENTS } from './subscriptions.tsx'
import type { TestProps } from './test-props.ts'

/** Components under test, by the name in the URL. */
export const COMPONENTS: { readonly [name: string]: (props: TestProps) => ReactElement } = {
  element: Element,
  reporting: ReportingElement,
  pair: (props) => (
    <>
      <Phase {...props} />
      <Element {...props} />
    </>
  ),
  status: ({ payerToken, report }) => <PaymentStatus payerToken={payerToken} onStartAgain={() => report('again')} />,
  'reporting-status': ({ payerToken, report }) => (
    <PaymentStatus payerToken={payerToken} onPhaseChange={({ phase }) => report(phase)} />
  ),
  qr: ({ payerToken }) => <UpiQr payerToken={payerToken} />,
  intent: ({ payerToken }) => <UpiIntent payerToken={payerToken} apps={[OWN_APP]} />,
  collect: ({ payerToken }) => <UpiCollect payerToken={payerToken} />,
  banks: ({ payerToken }) => <NetBanking payerToken={payerToken} />,
  card: ({ payerToken }) => <CardForm payerToken={payerToken} acknowledgesPciScope offersSaving />,
  saved: ({ payerToken }) => <SavedCards payerToken={payerToken} acknowledgesPciScope getCardToken={getCardToken} />,
  forms: CardForms,
  framedForm: FramedCardForm,
  button: Button,
  'faulty-button': FaultyButton,
  frame: Frame,
  ...SUBSCRIPTION_COMPONENTS,
}

const OWN_APP = { name: 'Chai Pay', android: 'in.chai.pay', ios: 'CHAI' }
const getCardToken = async () => ({
  encryptedToken: 'token',
  encryptionKeyId: 1,
  expiry: { month: '06', year: '2029' },
})

function Element({ payerToken, query, report }: TestProps): ReactElement {
  return (
    <PaymentElement
      payerToken={payerToken}
      methods={query.get('methods')?.split(',') as MethodName[] | undefined}
      layout={query.get('layout') === 'tabs' ? 'tabs' : undefined}
      prefill={JSON.parse(query.get('prefill') ?? '{}')}
      upi={JSON.parse(query.get('upi') ?? '{}')}
      onStartAgain={query.has('again') ? () => report('again') : undefined}
      cards={{ acknowledgesPciScope: true, offersSaving: true }}
      savedCards={{ acknowledgesPciScope: true, getCardToken }}
    />
  )
}

/** The element, with a list of what it reported to the shop. */
function ReportingElement({ payerToken, report }: TestProps): ReactElement {
  const reported = useRef<string[]>([])
  const add = (event: string) => {
    reported.current.push(event)
    report(reported.current.join(' '))
  }
  return (
    <PaymentElement
      payerToken={payerToken}
      onPhaseChange={({ phase }) => add(phase)}
      onMethodChange={(method) => add(method)}
    />
  )
}

function Phase({ payerToken }: TestProps): ReactElement {
  return <p data-phase={usePayment(payerToken).payment.phase} />
}

/** Both card forms without a payment, in a shop whose requests fail. */
function CardForms({ payerToken }: TestProps): ReactElement {
  const { payment } = usePayment(payerToken)
  const { cardEncryption, savedCards = [] } = 'view' in payment ? payment.view.paymentMethods : {}
  if (!cardEncryption) return <p>No key yet</p>
  const shared = { messages: en, amount: paise(14_995_000), cardKey: cardEncryption, busy: false }
  const fail = () => Promise.reject(new Error('no answer'))
  return (
    <div className="galla">
      <section aria-label="New">
        <NewCardForm {...shared} now={() => Date.now()} onCard={fail} />
      </section>
      <section aria-label="Saved">
        <SavedCardForm {...shared} cards={savedCards} onCard={fail} />
      </section>
    </div>
  )
}

/** A card form that the shop renders into a frame of its own: its elements are of the realm of the frame. */
function FramedCardForm({ payerToken, report }: TestProps): ReactElement {
  const { payment } = usePayment(payerToken)
  const [body, setBody] = useState<HTMLElement>()
  const { cardEncryption } = 'view' in payment ? payment.view.paymentMethods : {}
  const paid = async () => {
    report('paid')
    return true
  }
  return (
    <>
      <iframe title="Card" ref={(frame) => setBody(frame?.contentDocument?.body)} />
      {body &&
        cardEncryption &&
        createPortal(
          <NewCardForm
            messages={en}
            amount={paise(14_995_000)}
            cardKey={cardEncryption}
            busy={false}
            now={() => Date.now()}
            onCard={paid}
          />,
          body,
        )}
    </>
  )
}

const hostedOrder = (payerToken: string) => ({ payerToken, redirectUrl: `${location.origin}/hosted` })

function Button({ payerToken, query, report }: TestProps): ReactElement {
  return (
    <CheckoutButton
      amount={paise(14_995_000)}
      startOrder={async () => {
        await fetch('/start')
        return hostedOrder(payerToken)
      }}
      mode={query.get('mode') === 'iframe' ? 'iframe' : 'redirect'}
      onResult={({ next, exit }) => report(`${next} ${exit}`)}
      onError={(error) => report(String(error))}
    />
  )
}

/** The button of a shop whose server sends an amount that is none. */
function FaultyButton(): ReactElement {
  return (
    <>
      <h2>My shop</h2>
      <CheckoutButton amount={1.5 as Paise} startOrder={() => Promise.reject(new Error('never'))} />
    </>
  )
}

/** The provider's page in a frame, opened and closed by the shop's own buttons. */
function Frame({ payerToken, report }: TestProps): ReactElement {
  const { status, open, close } = useCheckout({ mode: 'iframe' })
  const show = async () => {
    const { next, exit, reason } = await open(hostedOrder(payerToken))
    report(`${next} ${exit} ${reason}`)
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
