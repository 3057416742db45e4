import { CARD_NETWORKS } from '@galla/contract/provider/mode-values'
import { NewCardForm, SavedCardForm, serverNow } from '@galla/react/components'
import { useEffect } from 'react'
import { part } from '../components/part.tsx'
import { useMessages } from '../i18n/i18n-provider.tsx'
import { usePayment } from '../session/session-context.ts'
import type { ReceivedView } from '../session/session-state.ts'
import { Otp } from '../steps/load-bank.tsx'

const TestCards = part(() => import('../sandbox-tools/test-cards.tsx').then((cards) => cards.default))

/** A new card. States the accepted networks, and that only Indian cards are accepted, before anything is typed. */
export function CardPanel({ received }: { received: ReceivedView }) {
  const messages = useMessages()
  const { act, state } = usePayment()
  useEffect(() => void Otp.preload(), [])
  const { order, paymentMethods } = received.view
  if (!paymentMethods.cards) return null
  const { networks, geoScopes, encryption } = paymentMethods.cards
  const indianOnly = geoScopes.every((scope) => scope === 'DOMESTIC')
  return (
    <>
      {indianOnly && <p className="galla-muted small">{messages.cardIndianOnly}</p>}
      <NewCardForm
        messages={messages}
        amount={order.amount}
        cardKey={encryption}
        now={() => serverNow(received, performance.now())}
        busy={state.sending}
        networks={networks.length < CARD_NETWORKS.length ? networks : undefined}
        offersSaving
        onCard={(cardDetails, savedCard) =>
          act((client) =>
            client.call('POST /attempts', { paymentMode: { type: 'CARD', authMode: '3DS', savedCard, cardDetails } }),
          )
        }
      />
      <TestCards />
    </>
  )
}

/** A card that the payer saved before. */
export function SavedCardsPanel({ received }: { received: ReceivedView }) {
  const messages = useMessages()
  const { act, state } = usePayment()
  useEffect(() => void Otp.preload(), [])
  const { savedCards = [], cards } = received.view.paymentMethods
  if (!cards) return null
  const { encryption } = cards
  const pay = (savedCardId: string, encryptedCvv: string) =>
    act((client) =>
      client.call('POST /attempts', {
        paymentMode: { type: 'SAVED_CARD', savedCardId, encryptedCvv, encryptionKeyId: encryption.keyId },
      }),
    )
  return (
    <>
      <SavedCardForm
        messages={messages}
        amount={received.view.order.amount}
        cardKey={encryption}
        cards={savedCards}
        busy={state.sending}
        onCard={pay}
      />
      <TestCards saved={savedCards} />
    </>
  )
}
