import { BankForm } from '@galla/react/components'
import { useEffect } from 'react'
import { useMessages } from '../i18n/i18n-provider.tsx'
import { usePayment } from '../session/session-context.ts'
import type { ReceivedView } from '../session/session-state.ts'
import { BankPage } from '../steps/load-bank.tsx'

/** Net banking. The default export of a chunk of its own. */
export default function NetBankingPanel({ received }: { received: ReceivedView }) {
  const messages = useMessages()
  const { act, state } = usePayment()
  useEffect(() => void BankPage.preload(), [])
  const pay = (bankId: string) =>
    void act((client) => client.call('POST /attempts', { paymentMode: { type: 'NET_BANKING', bankId } }))
  return (
    <BankForm
      messages={messages}
      amount={received.view.order.amount}
      banks={received.view.paymentMethods.netBanking?.banks ?? []}
      busy={state.sending}
      onBank={pay}
    />
  )
}
