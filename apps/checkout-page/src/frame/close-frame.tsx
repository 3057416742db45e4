import { Button, Icon } from '@galla/react/components'
import { useCallback, useEffect, useRef } from 'react'
import { useMessages } from '../i18n/i18n-provider.tsx'
import { isLiveQr } from '../payment-methods/live-qr.ts'
import { usePayment } from '../session/session-context.ts'
import type { Session } from '../session/session-state.ts'

/** Closes the shop's frame, by button or Escape. Asks first while an attempt is in progress. */
export default function CloseFrame({ session }: { session: Session }) {
  const messages = useMessages()
  const { link } = usePayment()
  const dialog = useRef<HTMLDialogElement>(null)
  const final = 'view' in session && session.view.order.state !== 'PENDING'
  // The payer did not choose the code on arrival.
  const inProgress = 'attempt' in session && session.attempt?.state === 'PENDING' && !isLiveQr(session)
  const result = final ? 'CONCLUDED' : 'USER_CANCEL'

  const { ready, conclude } = link
  useEffect(ready, [ready])
  const close = useCallback(() => {
    if (inProgress) dialog.current?.showModal()
    else conclude(result)
  }, [inProgress, conclude, result])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // An open dialog handles Escape itself.
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return
      // Otherwise the same key press would close the dialog that it opens.
      event.preventDefault()
      close()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [close])

  return (
    <>
      <button type="button" className="close-button" aria-label={messages.closePage} onClick={close}>
        <Icon name="close" />
      </button>
      <dialog ref={dialog} className="confirm-dialog" aria-labelledby="leave-question">
        <h2 id="leave-question">{messages.leaveQuestion}</h2>
        <p>{messages.leaveWarning}</p>
        <div className="galla-row">
          <Button onClick={() => dialog.current?.close()}>{messages.leaveNo}</Button>
          <Button variant="secondary" onClick={() => conclude(result)}>
            {messages.leaveYes}
          </Button>
        </div>
      </dialog>
    </>
  )
}
