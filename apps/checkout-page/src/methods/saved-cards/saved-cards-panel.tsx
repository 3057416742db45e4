import { SavedCardEntry } from '@galla/react/components'
import type { Known } from '../../session/session.ts'
import { useDesk } from '../../session/use-session.ts'
import { useWords } from '../../words/use-words.tsx'

/** A card that the payer saved before. */
export default function SavedCardsPanel({ known }: { known: Known }) {
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
