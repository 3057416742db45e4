import { CARD_NETWORKS } from '@galla/contract/provider/mode-values'
import { CardEntry, serverNow } from '@galla/react/components'
import type { Known } from '../../session/session.ts'
import { useDesk } from '../../session/use-session.ts'
import { useWords } from '../../words/use-words.tsx'

/** A new card. Which kinds the order takes is said before anything is typed, as far as a payer can know it of a card. */
export default function CardPanel({ known }: { known: Known }) {
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
