import type { ReactElement } from 'react'
import { BankEntry } from '../components/bank-form.tsx'
import { useDesk } from '../hooks/provider.tsx'
import { type ElementProps, type PanelProps, Stage } from '../payment-flow/payment-flow.tsx'

export function NetBankingPanel({ view, sending, pay }: PanelProps): ReactElement {
  const { words } = useDesk()
  return (
    <BankEntry
      words={words}
      amount={view.amount}
      banks={view.paymentMethods.banks}
      busy={sending}
      onBank={(bankId) => void pay({ paymentMode: { type: 'NET_BANKING', bankId } })}
    />
  )
}

/** Pays at the payer's bank: the banks that most people have, and a search over all of them. */
export function NetBanking(props: ElementProps): ReactElement {
  return <Stage {...props} choose={(panel) => <NetBankingPanel {...panel} />} />
}
