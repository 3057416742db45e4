import type { ReactElement } from 'react'
import { BankForm } from '../components/bank-form.tsx'
import { useGalla } from '../hooks/provider.tsx'
import { type MethodPanelProps, PaymentFlow } from '../payment-flow/payment-flow.tsx'
import type { PaymentProps } from '../payment-flow/payment-status.tsx'

/**
 * Pays by net banking: the popular banks, and a search over all banks of the order.
 *
 * @throws Error when there is no `<GallaProvider>` above the component.
 * @example
 * ```tsx
 * <NetBanking payerToken={payerToken} onStartAgain={newOrder} />
 * ```
 */
export function NetBanking(props: PaymentProps): ReactElement {
  return <PaymentFlow {...props} choose={(panel) => <NetBankingPanel {...panel} />} />
}

export function NetBankingPanel({ view, sending, pay }: MethodPanelProps): ReactElement {
  const { messages } = useGalla()
  return (
    <BankForm
      messages={messages}
      amount={view.amount}
      banks={view.paymentMethods.banks}
      busy={sending}
      onBank={(bankId) => void pay({ paymentMode: { type: 'NET_BANKING', bankId } })}
    />
  )
}
