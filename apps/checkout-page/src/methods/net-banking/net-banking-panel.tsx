import { BankEntry } from '@galla/react/components'
import type { Known } from '../../session/session.ts'
import { useDesk } from '../../session/use-session.ts'
import { useWords } from '../../words/use-words.tsx'

/** Net banking. */
export default function NetBankingPanel({ known }: { known: Known }) {
  const words = useWords()
  const { act, state } = useDesk()
  const pay = (bankId: string) =>
    void act((client) => client.call('POST /attempts', { paymentMode: { type: 'NET_BANKING', bankId } }))
  return (
    <BankEntry
      words={words}
      amount={known.view.order.amount}
      banks={known.view.paymentMethods.netBanking?.banks ?? []}
      busy={state.sending}
      onBank={pay}
    />
  )
}
