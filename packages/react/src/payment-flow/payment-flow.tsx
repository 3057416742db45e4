import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { Alert } from '../components/controls.tsx'
import { chooseMethod } from '../core/last-method.ts'
import type { PayRequest } from '../core/payer-client.ts'
import type { ReceivedView } from '../core/payment-state.ts'
import { Merchant, Root, useGalla } from '../hooks/provider.tsx'
import { type UsePaymentResult, usePayment } from '../hooks/use-payment.ts'
import { useReport } from '../hooks/use-report.ts'
import { refusalMessage } from '../i18n/messages.ts'
import { ConnectionAlert, type PaymentProps, reportedPhase, StatusView } from './payment-status.tsx'
import { Waiting } from './waiting.tsx'

/** Props of a payment method's panel, shown while the payer chooses. */
export interface MethodPanelProps extends ReceivedView {
  /** A `pay` request is in flight. */
  readonly sending: boolean
  /**
   * Starts the payment and navigates to the bank's page where there is one. Resolves with true when it was accepted.
   * `appName`: the UPI app that the payer chose.
   */
  readonly pay: (request: PayRequest, appName?: string) => Promise<boolean>
}

interface PaymentFlowProps extends PaymentProps {
  /** Renders the `choose` phase. */
  choose: (props: MethodPanelProps) => ReactNode
}

/** One payment from the choice to its end. All payment components share these steps and differ in `choose` only. */
export function PaymentFlow({ payerToken, onStartAgain, onPhaseChange, choose }: PaymentFlowProps): ReactElement {
  const state = usePayment(payerToken)
  const { pageUrlOf } = useGalla()
  const { payment } = state
  const root = useRef<HTMLDivElement>(null)
  const [appName, setAppName] = useState<string>()
  useFocusOnNewPhase(root, payment.phase)
  useReport(reportedPhase(payment), () => onPhaseChange?.(payment))
  const pay = async (request: PayRequest, chosenApp?: string) => {
    setAppName(chosenApp)
    const view = await state.pay(request)
    if (view) chooseMethod(request.paymentMode.type)
    const page = pageUrlOf(view?.payment?.redirectUrl)
    if (page) location.assign(page)
    return view !== undefined
  }
  // A request that cannot leave the device is not offered. What was typed stays.
  const offline = state.connection === 'down' && !navigator.onLine

  return (
    <Root rootRef={root} resetKey={payment.phase}>
      <Merchant />
      <RequestProblem state={state} />
      {payment.phase === 'choose' && choose({ ...payment, sending: state.sending || offline, pay })}
      {payment.phase === 'waiting' && <Waiting received={payment} appName={appName} onStartAgain={onStartAgain} />}
      {payment.phase !== 'choose' && payment.phase !== 'waiting' && (
        <StatusView payment={payment} onStartAgain={onStartAgain} />
      )}
    </Root>
  )
}

/** A lost connection or a refusal, above the form, whose inputs keep their values. */
function RequestProblem({ state }: { state: UsePaymentResult }) {
  const { messages } = useGalla()
  if (state.connection === 'down') return <ConnectionAlert />
  if (!state.refusal || state.payment.phase !== 'choose') return null
  return <Alert tone="error">{refusalMessage(messages, state.refusal.code)}</Alert>
}

/** Moves the focus to the heading of a new step, but not on the first one, where it belongs to your page. */
function useFocusOnNewPhase(root: { readonly current: HTMLDivElement | null }, phase: string): void {
  const before = useRef('loading')
  useEffect(() => {
    const changed = before.current !== 'loading' && before.current !== phase
    before.current = phase
    if (changed) root.current?.querySelector<HTMLElement>('.galla-title')?.focus()
  }, [root, phase])
}
