import type { PayerView } from '@galla/contract/gateway-api/payer-routes'
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { Note } from '../components/controls.tsx'
import type { PayRequest } from '../core/payer-client.ts'
import { pageAddress } from '../core/upi.ts'
import { Root, useDesk } from '../hooks/provider.tsx'
import { type UsePayment, usePayment } from '../hooks/use-payment.ts'
import { StatusView } from './payment-status.tsx'
import { Waiting } from './waiting.tsx'

/** What every payment part takes. */
export interface ElementProps {
  /** The `payerToken` of an order for a custom checkout. */
  payerToken: string
  /** The payer wants to try again, or to pay in another way than begun: start a new order for the same cart. */
  onStartAgain?: () => void
}

interface StageProps extends ElementProps {
  /** What stands there while nothing has begun. */
  choose: (props: PanelProps) => ReactNode
}

/** One payment from choice to end: whichever part shows it, the steps are the same. */
export function Stage({ payerToken, onStartAgain, choose }: StageProps): ReactElement {
  const used = usePayment(payerToken)
  const { payment } = used
  const inside = useRef<HTMLDivElement>(null)
  useFocusOnChange(inside, payment.phase)

  return (
    <Root inside={inside}>
      <Line used={used} />
      {payment.phase === 'choose' &&
        choose({ ...payment, sending: used.sending, pay: (request) => begin(used, request) })}
      {payment.phase === 'waiting' && <Waiting known={payment} onStartAgain={onStartAgain} />}
      {payment.phase !== 'choose' && payment.phase !== 'waiting' && (
        <StatusView payment={payment} onStartAgain={onStartAgain} />
      )}
    </Root>
  )
}

async function begin({ pay }: UsePayment, request: PayRequest): Promise<boolean> {
  const view = await pay(request)
  const page = pageAddress(view?.payment?.redirectUrl)
  if (page) location.assign(page)
  return view !== undefined
}

/** A lost line or a refusal, said above what it concerns; what was typed below stays. */
function Line({ used }: { used: UsePayment }): ReactElement | null {
  const { words } = useDesk()
  if (used.line === 'down') return <Note tone="wait">{navigator.onLine ? words.unreachable : words.offline}</Note>
  if (!used.refusal || used.payment.phase !== 'choose') return null
  const { code, message } = used.refusal
  return (
    <Note tone="bad">
      {code === 'PAYMENT_IN_PROGRESS' ? words.otherBegun : words.refused}{' '}
      {code !== 'PAYMENT_IN_PROGRESS' && (
        <span lang="en" dir="ltr">
          {message}
        </span>
      )}
    </Note>
  )
}

/** A new step is heard, and the next Tab is near. The first one leaves the focus where the shop's page has it. */
function useFocusOnChange(inside: { readonly current: HTMLDivElement | null }, phase: string): void {
  const before = useRef('loading')
  useEffect(() => {
    const changed = before.current !== 'loading' && before.current !== phase
    before.current = phase
    if (changed) inside.current?.querySelector<HTMLElement>('.galla-title')?.focus()
  }, [inside, phase])
}

/** What a way to pay gets to see and do while the payer chooses. */
export interface PanelProps {
  readonly view: PayerView
  readonly heardAtMs: number
  readonly sending: boolean
  /** Begins the payment, and takes the payer to the bank's page when there is one. True when it was taken. */
  readonly pay: (request: PayRequest) => Promise<boolean>
}
