import { BankEntry } from '@galla/react/components'
import { useWords } from '../i18n/i18n-provider.tsx'
import { useDesk } from '../session/session-context.ts'
import type { Known } from '../session/session-state.ts'

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
