import type { PageAttempt, PageMandate } from '@galla/contract/sandbox-api/page-routes'
import { Alert, Button, refusalMessage } from '@galla/react/components'
import { useState } from 'react'
import { Step } from '../components/step.tsx'
import { useMessages } from '../i18n/i18n-provider.tsx'
import { usePayment } from '../session/session-context.ts'
import type { ReceivedView } from '../session/session-state.ts'
import { Choose } from '../steps/choose.tsx'
import { LeaveLink, ReturnToShop } from '../steps/exits.tsx'
import './mandates.css'
import { debitText, firstDebitText, useMandateTexts } from './texts.ts'

interface SetupProps {
  received: ReceivedView
  mandate: PageMandate
}

/** Shows the terms that the payer agrees to, in words. */
function Terms({ received, mandate }: SetupProps) {
  const { messages, day } = useMandateTexts()
  const { merchantName, order } = received.view
  return (
    <dl className="details mandate-terms" aria-label={messages.terms}>
      <dt>{messages.each}</dt>
      <dd>{debitText(mandate, messages)}</dd>
      <dt>{messages.frequency}</dt>
      <dd>{messages.frequencies[mandate.frequency]}</dd>
      <dt>{messages.first}</dt>
      <dd>{firstDebitText(mandate, order.amount, messages)}</dd>
      <dt>{messages.ends}</dt>
      <dd>{day(mandate.expiresAtMs)}</dd>
      <dt>{messages.cancel}</dt>
      <dd>{messages.cancelBody(merchantName)}</dd>
    </dl>
  )
}

/** The terms of a mandate, and the payer's answer. The page stands in for the UPI app; a real one takes the code or the link. */
export function Approval({ received, mandate, liveQr }: SetupProps & { liveQr: PageAttempt | undefined }) {
  const shared = useMessages()
  const { messages } = useMandateTexts()
  const { act, state } = usePayment()
  const [elsewhere, setElsewhere] = useState(false)
  if (elsewhere) {
    return (
      <>
        <Choose received={received} {...(liveQr ? { liveQr } : {})} />
        <Terms received={received} mandate={mandate} />
      </>
    )
  }
  const answer = (given: 'APPROVE' | 'DECLINE') => () =>
    void act((client) => client.call('POST /mandate', { answer: given }))

  return (
    <Step title={messages.approveTitle}>
      {state.refusal && <Alert tone="error">{refusalMessage(shared, state.refusal.code)}</Alert>}
      <p>{messages.approveBody(received.view.merchantName)}</p>
      <Terms received={received} mandate={mandate} />
      <div className="galla-stack">
        <Button busy={state.sending} onClick={answer('APPROVE')}>
          {messages.approve}
        </Button>
        <Button variant="secondary" busy={state.sending} onClick={answer('DECLINE')}>
          {messages.decline}
        </Button>
      </div>
      <p className="galla-muted small">{messages.approveTest}</p>
      <div className="galla-row">
        <Button variant="link" onClick={() => setElsewhere(true)}>
          {messages.otherApp}
        </Button>
        <LeaveLink received={received} />
      </div>
    </Step>
  )
}

/** The mandate is active: what was agreed, the payer's list, and the way back to the shop. */
export function Approved({ received, mandate }: SetupProps) {
  const shared = useMessages()
  const { messages } = useMandateTexts()
  const { merchantName } = received.view
  return (
    <Step title={messages.approvedTitle} state="good" alone>
      <p>{shared.merchantNotified(merchantName)}</p>
      <Terms received={received} mandate={mandate} />
      <a className="galla-button galla-button-link" href="/mandates" target="_top">
        {messages.approvedList}
      </a>
      <ReturnToShop received={received} />
    </Step>
  )
}
