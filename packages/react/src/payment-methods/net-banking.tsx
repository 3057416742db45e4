import type { ReactElement } from 'react'
import { BankForm } from '../components/bank-form.tsx'
import { useGalla } from '../hooks/provider.tsx'
import { type MethodPanelProps, PaymentFlow } from '../payment-flow/payment-flow.tsx'
import type { PaymentProps } from '../payment-flow/payment-status.tsx'
import type { Prefill } from './prefill.ts'

/** Props of `<NetBanking>`. */
export interface NetBankingProps extends PaymentProps {
  /**
   * The bank that is chosen at first.
   * @default no bank
   */
  prefill?: Pick<Prefill, 'bankId'> | undefined
}

/**
 * Form to pay by net banking, with the popular banks and a search over all banks of the order.
 *
 * @throws Error when there is no `<GallaProvider>` above the component.
 * @example
 * ```tsx
 * <NetBanking payerToken={payerToken} onStartAgain={newOrder} />
 * ```
 */
export function NetBanking({ prefill, ...flow }: NetBankingProps): ReactElement {
  return <PaymentFlow {...flow} choose={(panel) => <NetBankingPanel {...panel} prefill={prefill} />} />
}

export function NetBankingPanel(props: MethodPanelProps & Pick<NetBankingProps, 'prefill'>): ReactElement {
  const { view, sending, pay, prefill } = props
  const { messages } = useGalla()
  return (
    <BankForm
      messages={messages}
      amount={view.amount}
      banks={view.paymentMethods.banks}
      busy={sending}
      suggested={prefill?.bankId}
      onBank={(bankId) => void pay({ paymentMode: { type: 'NET_BANKING', bankId } })}
    />
  )
}
