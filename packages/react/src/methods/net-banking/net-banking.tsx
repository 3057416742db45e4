import type { ReactElement } from 'react'
import { BankEntry } from '../../parts/bank-entry.tsx'
import { useDesk } from '../../skin/desk.ts'
import { type ElementProps, Stage } from '../../stage/stage.tsx'
import type { PanelProps } from '../panel.ts'

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
