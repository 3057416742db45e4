import type { PageAttempt } from '@galla/contract/sandbox-api/page-routes'
import { Button, Icon } from '@galla/react/components'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../i18n/i18n-provider.tsx'
import { useDesk } from '../session/session-context.ts'
import type { Known, Session } from '../session/session-state.ts'

interface GoBackProps {
  known: Known
  /** Seconds until the page goes by itself; absent: only when asked. */
  afterSeconds?: number
}

/** Back to the shop: by a button, and by itself after a visible count that can be stopped. */
export function GoBack({ known, afterSeconds }: GoBackProps) {
  const words = useWords()
  const { link } = useDesk()
  const { redirectUrl, merchantName } = known.view
  const framed = link.linked
  const canGo = framed || (redirectUrl !== undefined && !link.framed)
  const [left, setLeft] = useState(canGo ? afterSeconds : undefined)

  useEffect(() => {
    if (left === undefined) return
    if (left === 0) {
      if (framed) link.conclude('CONCLUDED')
      else if (redirectUrl !== undefined) window.location.assign(redirectUrl)
      return
    }
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left, framed, link, redirectUrl])

  if (!framed && redirectUrl === undefined) return null
  return (
    <div className="go-back">
      {framed ? (
        <Button onClick={() => link.conclude('CONCLUDED')}>{words.close}</Button>
      ) : (
        <a className="galla-button galla-button-main" href={redirectUrl} target={link.framed ? '_top' : undefined}>
          {words.returnNow(merchantName)}
        </a>
      )}
      {left !== undefined && left > 0 && (
        <p className="galla-soft count">
          <span role="timer">{framed ? words.closing(left) : words.returning(left)}</span>
          <Button look="link" onClick={() => setLeft(undefined)}>
            {words.stay}
          </Button>
        </p>
      )}
    </div>
  )
}

/** The way out before anything was tried. The order stays open until it expires: only paying or time ends it. */
export function Leave({ known }: { known: Known }) {
  const words = useWords()
  const { link } = useDesk()
  const { redirectUrl } = known.view
  if (link.linked) {
    return (
      <Button look="link" onClick={() => link.conclude('USER_CANCEL')}>
        {words.leave}
      </Button>
    )
  }
  if (redirectUrl === undefined) return null
  return (
    <a className="galla-button galla-button-link" href={redirectUrl} target={link.framed ? '_top' : undefined}>
      {words.leave}
    </a>
  )
}

/** Gives up the attempt under way and goes back to the choice, or, where the shop allows one try only, ends the order. */
export function AnotherWay({ known, attempt }: { known: Known; attempt: PageAttempt }) {
  const words = useWords()
  const { act, state } = useDesk()
  const { transactionId } = attempt
  const cancel = () =>
    void act((client) => client.call('POST /attempts/:transactionId/cancel', transactionId), transactionId)
  return (
    <Button look="link" busy={state.sending} onClick={cancel}>
      {known.view.retryAllowed ? words.chooseAnother : words.cancelPayment}
    </Button>
  )
}

/** In the shop's frame: a way to close the page at any time, by button or Escape. While money may move it asks first. */
export function CloseFrame({ session }: { session: Session }) {
  const words = useWords()
  const { link } = useDesk()
  const question = useRef<HTMLDialogElement>(null)
  const over = 'view' in session && session.view.order.state !== 'PENDING'
  const underWay = 'attempt' in session && session.attempt?.state === 'PENDING'
  const word = over ? 'CONCLUDED' : 'USER_CANCEL'

  const close = () => {
    if (underWay) question.current?.showModal()
    else link.conclude(word)
  }
  useEffect(() => {
    if (!link.linked) return
    const pressed = (event: KeyboardEvent) => {
      // An open dialog takes Escape for itself.
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return
      // Else the same press would close the question that it opens.
      event.preventDefault()
      if (underWay) question.current?.showModal()
      else link.conclude(word)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [link, underWay, word])

  if (!link.linked) return null
  return (
    <>
      <button type="button" className="close" aria-label={words.closePage} onClick={close}>
        <Icon name="close" />
      </button>
      <dialog ref={question} className="question" aria-labelledby="leave-question">
        <h2 id="leave-question">{words.leaveQuestion}</h2>
        <p>{words.leaveWarning}</p>
        <div className="galla-row">
          <Button onClick={() => question.current?.close()}>{words.leaveNo}</Button>
          <Button look="quiet" onClick={() => link.conclude(word)}>
            {words.leaveYes}
          </Button>
        </div>
      </dialog>
    </>
  )
}
