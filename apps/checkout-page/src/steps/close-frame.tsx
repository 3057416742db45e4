import { Button, Icon } from '@galla/react/components'
import { useEffect, useRef } from 'react'
import type { Session } from '../session/session.ts'
import { useDesk } from '../session/use-session.ts'
import { useWords } from '../words/use-words.tsx'

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
