import { CARD_NETWORKS } from '@galla/contract/provider/mode-values'
import { CardEntry, SavedCardEntry, serverNow } from '@galla/react/components'
import { useWords } from '../i18n/i18n-provider.tsx'
import { useDesk } from '../session/session-context.ts'
import type { Known } from '../session/session-state.ts'

/** A new card. Which kinds the order takes is said before anything is typed, as far as a payer can know it of a card. */
export function CardPanel({ known }: { known: Known }) {
  const words = useWords()
  const { act, state } = useDesk()
  const { order, paymentMethods } = known.view
  if (!paymentMethods.cards) return null
  const { networks, geoScopes, encryption } = paymentMethods.cards
  const indianOnly = geoScopes.every((scope) => scope === 'DOMESTIC')
  return (
    <>
      {indianOnly && <p className="galla-soft small">{words.cardIndianOnly}</p>}
      <CardEntry
        words={words}
        amount={order.amount}
        cardKey={encryption}
        now={() => serverNow(known, performance.now())}
        busy={state.sending}
        networks={networks.length < CARD_NETWORKS.length ? networks : undefined}
        offersSaving
        onCard={(cardDetails, savedCard) =>
          act((client) =>
            client.call('POST /attempts', { paymentMode: { type: 'CARD', authMode: '3DS', savedCard, cardDetails } }),
          )
        }
      />
    </>
  )
}

/** A card that the payer saved before. */
export function SavedCardsPanel({ known }: { known: Known }) {
  const words = useWords()
  const { act, state } = useDesk()
  const { savedCards = [], cards } = known.view.paymentMethods
  if (!cards) return null
  const { encryption } = cards
  const pay = (savedCardId: string, encryptedCvv: string) =>
    act((client) =>
      client.call('POST /attempts', {
        paymentMode: { type: 'SAVED_CARD', savedCardId, encryptedCvv, encryptionKeyId: encryption.keyId },
      }),
    )
  return (
    <SavedCardEntry
      words={words}
      amount={known.view.order.amount}
      cardKey={encryption}
      cards={savedCards}
      busy={state.sending}
      onCard={pay}
    />
  )
}
