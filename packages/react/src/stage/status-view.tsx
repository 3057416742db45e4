import type { ReactElement } from 'react'
import type { KnownPhase, Payment } from '../core/payment-state.ts'
import { pageAddress } from '../core/safe-address.ts'
import { Amount } from '../parts/amount.tsx'
import { Button } from '../parts/button.tsx'
import type { IconName } from '../parts/icon.tsx'
import { useDesk } from '../skin/desk.ts'
import type { Words } from '../words/en.ts'
import { reasonOf } from '../words/reason-of.ts'
import { Title } from './title.tsx'

interface Told {
  tone: 'good' | 'bad' | 'wait'
  icon: IconName
  title: keyof Words
  body: keyof Words
}

const TOLD: { readonly [Phase in KnownPhase]: Told } = {
  choose: { tone: 'wait', icon: 'wait', title: 'pendingTitle', body: 'pendingBody' },
  waiting: { tone: 'wait', icon: 'wait', title: 'pendingTitle', body: 'pendingBody' },
  hosted: { tone: 'wait', icon: 'wait', title: 'hostedTitle', body: 'hostedBody' },
  done: { tone: 'good', icon: 'good', title: 'doneTitle', body: 'doneBody' },
  failed: { tone: 'bad', icon: 'bad', title: 'failedTitle', body: 'failedBody' },
  expired: { tone: 'bad', icon: 'wait', title: 'expiredTitle', body: 'expiredBody' },
  'late-success': { tone: 'wait', icon: 'back', title: 'lateTitle', body: 'lateBody' },
  refunding: { tone: 'wait', icon: 'back', title: 'refundingTitle', body: 'refundingBody' },
  unknown: { tone: 'wait', icon: 'wait', title: 'unknownTitle', body: 'unknownBody' },
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
  const { tone, icon, title, body } = TOLD[phase]
  const reason = phase === 'failed' ? reasonOf(words, view) : undefined
  const page = phase === 'hosted' ? pageAddress(view.redirectUrl) : undefined
  const again = phase === 'failed' || phase === 'expired' ? onStartAgain : undefined
  return (
    <div className={`galla-stack galla-step galla-step-${tone}`}>
      <Title icon={icon}>{words[title]}</Title>
      {reason && <p lang={reason.own ? undefined : 'en'}>{reason.text}</p>}
      <p>{words[body]}</p>
      <p className="galla-sum">
        <span className="galla-soft">{phase === 'done' ? words.amountPaid : words.amountToPay}</span>
        <Amount amount={view.amount} total={phase === 'done'} />
      </p>
      {page && (
        <a className="galla-button galla-button-main" href={page}>
          {words.hostedGo}
        </a>
      )}
      {again && <Button onClick={again}>{words.tryAgain}</Button>}
    </div>
  )
}
