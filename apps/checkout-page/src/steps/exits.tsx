import type { PageAttempt } from '@galla/contract/sandbox-api/page-routes'
import { Button } from '@galla/react/components'
import { type MouseEvent, useEffect, useState } from 'react'
import { useMessages } from '../i18n/i18n-provider.tsx'
import { usePayment } from '../session/session-context.ts'
import type { ReceivedView } from '../session/session-state.ts'

interface ReturnToShopProps {
  received: ReceivedView
  /** Seconds until the page returns by itself; absent: only on click. */
  afterSeconds?: number
}

/** Returns to the shop, by button and after a visible countdown that the payer can stop. */
export function ReturnToShop({ received, afterSeconds }: ReturnToShopProps) {
  const messages = useMessages()
  const { link } = usePayment()
  const { redirectUrl, merchantName } = received.view
  const framed = link.linked
  const canReturn = framed || (redirectUrl !== undefined && !link.framed)
  const [secondsLeft, setSecondsLeft] = useState(canReturn ? afterSeconds : undefined)

  useEffect(() => {
    if (secondsLeft === undefined) return
    if (secondsLeft === 0) {
      if (framed) link.conclude('CONCLUDED')
      else if (redirectUrl !== undefined) window.location.assign(redirectUrl)
      return
    }
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1_000)
    return () => clearTimeout(timer)
  }, [secondsLeft, framed, link, redirectUrl])

  if (!framed && redirectUrl === undefined) return null
  return (
    <div className="return">
      {framed ? (
        <Button onClick={() => link.conclude('CONCLUDED')}>{messages.close}</Button>
      ) : (
        <a className="galla-button galla-button-primary" href={redirectUrl} target={link.framed ? '_top' : undefined}>
          {messages.returnNow(merchantName)}
        </a>
      )}
      {secondsLeft !== undefined && secondsLeft > 0 && (
        <p className="galla-muted return-countdown">
          <span role="timer">{framed ? messages.closing(secondsLeft) : messages.returning(secondsLeft)}</span>
          <Button variant="link" onClick={() => setSecondsLeft(undefined)}>
            {messages.stay}
          </Button>
        </p>
      )}
    </div>
  )
}

interface LeaveLinkProps {
  received: ReceivedView
  /** The code on the screen. It is ended first: the shop could not tell it from a payment that the bank still decides. */
  liveQr?: PageAttempt | undefined
}

/** Leaves the page before a payment has started. The order stays open until it expires. */
export function LeaveLink({ received, liveQr }: LeaveLinkProps) {
  const messages = useMessages()
  const text = received.view.mandate ? messages.mandateLeave : messages.leave
  const { link, client } = usePayment()
  const { redirectUrl } = received.view
  // Not as an action of the page, which would show a new code at once.
  const endCode = async () => {
    if (liveQr) await client.call('POST /attempts/:transactionId/cancel', liveQr.transactionId)
  }
  const leaveFrame = async () => {
    await endCode()
    link.conclude('USER_CANCEL')
  }
  if (link.linked) {
    return (
      <Button variant="link" onClick={() => void leaveFrame()}>
        {text}
      </Button>
    )
  }
  if (redirectUrl === undefined) return null
  const leave = async (event: MouseEvent<HTMLAnchorElement>) => {
    // Without a code, or in a frame, whose top page a script must not open, the link does it.
    if (!liveQr || link.framed) return
    event.preventDefault()
    await endCode()
    window.location.assign(redirectUrl)
  }
  return (
    <a
      className="galla-button galla-button-link"
      href={redirectUrl}
      target={link.framed ? '_top' : undefined}
      onClick={(event) => void leave(event)}
    >
      {text}
    </a>
  )
}

/** Cancels the attempt: the payer chooses again, or, where the order allows one attempt only, the order ends. */
export function CancelAttempt({ received, attempt }: { received: ReceivedView; attempt: PageAttempt }) {
  const messages = useMessages()
  const { act, state } = usePayment()
  const { transactionId } = attempt
  const cancel = () =>
    void act((client) => client.call('POST /attempts/:transactionId/cancel', transactionId), transactionId)
  return (
    <Button variant="link" busy={state.sending} onClick={cancel}>
      {received.view.retryAllowed ? messages.payAnotherWay : messages.cancelPayment}
    </Button>
  )
}
