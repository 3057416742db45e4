import type { ReactElement } from 'react'
import { Button, type IconName, Note } from '../components/controls.tsx'
import type { KnownPhase, Payment } from '../core/payment-state.ts'
import { pageAddress } from '../core/upi.ts'
import { Root, useDesk } from '../hooks/provider.tsx'
import { usePayment } from '../hooks/use-payment.ts'
import type { Words } from '../i18n/en.ts'
import { reasonOf } from '../i18n/messages.ts'
import type { ElementProps } from './payment-flow.tsx'
import { Sum, Title } from './step.tsx'

/** Where an order stands, live: for the page that the payer comes back to. Never read from the address, always asked. */
export function PaymentStatus({ payerToken, onStartAgain }: ElementProps): ReactElement {
  const { payment, line } = usePayment(payerToken)
  const { words } = useDesk()
  return (
    <Root>
      {line === 'down' && <Note tone="wait">{navigator.onLine ? words.unreachable : words.offline}</Note>}
      <div role="status">
        <StatusView payment={payment} onStartAgain={onStartAgain} />
      </div>
    </Root>
  )
}

interface Told {
  tone: 'good' | 'bad' | 'wait'
  icon: IconName
  title: keyof Words
  body: keyof Words
  /** What the amount is called: nobody should read a bill into money that goes back. */
  sum: 'amount' | 'amountToPay' | 'amountPaid'
}

const TOLD: { readonly [Phase in KnownPhase]: Told } = {
  choose: { tone: 'wait', icon: 'wait', title: 'pendingTitle', body: 'pendingBody', sum: 'amountToPay' },
  waiting: { tone: 'wait', icon: 'wait', title: 'pendingTitle', body: 'pendingBody', sum: 'amountToPay' },
  hosted: { tone: 'wait', icon: 'wait', title: 'hostedTitle', body: 'hostedBody', sum: 'amountToPay' },
  done: { tone: 'good', icon: 'good', title: 'doneTitle', body: 'doneBody', sum: 'amountPaid' },
  failed: { tone: 'bad', icon: 'bad', title: 'failedTitle', body: 'failedBody', sum: 'amount' },
  expired: { tone: 'bad', icon: 'wait', title: 'expiredTitle', body: 'expiredBody', sum: 'amount' },
  'late-payment': { tone: 'wait', icon: 'back', title: 'lateTitle', body: 'lateBody', sum: 'amount' },
  refunding: { tone: 'wait', icon: 'back', title: 'refundingTitle', body: 'refundingBody', sum: 'amount' },
  unknown: { tone: 'wait', icon: 'wait', title: 'unknownTitle', body: 'unknownBody', sum: 'amount' },
}

export interface StatusViewProps {
  payment: Payment
  /** Starts a new order for the same cart. Without it nothing offers to try again. */
  onStartAgain?: (() => void) | undefined
}

/** Where the money stands, in a word, a shape and a colour. */
export function StatusView({ payment, onStartAgain }: StatusViewProps): ReactElement {
  const { words } = useDesk()
  if (payment.phase === 'loading') return <p className="galla-soft">{words.loading}</p>
  if (payment.phase === 'broken') {
    return (
      <div className="galla-stack galla-step galla-step-bad">
        <Title icon="bad">{words.brokenTitle}</Title>
        <p>{words.brokenBody}</p>
      </div>
    )
  }
  const { phase, view } = payment
  const { tone, icon, title, body, sum } = TOLD[phase]
  const reason = phase === 'failed' ? reasonOf(words, view) : undefined
  const page = phase === 'hosted' ? pageAddress(view.redirectUrl) : undefined
  const again = phase === 'failed' || phase === 'expired' ? onStartAgain : undefined
  return (
    <div className={`galla-stack galla-step galla-step-${tone}`}>
      <Title icon={icon}>{words[title]}</Title>
      {reason && (
        <p lang={reason.own ? undefined : 'en'} dir={reason.own ? undefined : 'ltr'}>
          {reason.text}
        </p>
      )}
      <p>{words[body]}</p>
      <Sum label={words[sum]} amount={view.amount} total={phase === 'done'} />
      {page && (
        <a className="galla-button galla-button-main" href={page}>
          {words.hostedGo}
        </a>
      )}
      {again && <Button onClick={again}>{words.tryAgain}</Button>}
    </div>
  )
}
