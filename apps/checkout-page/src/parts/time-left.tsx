import { clockText, spokenStep } from '@galla/react/parts'
import { useEffect, useRef, useState } from 'react'
import type { Known } from '../session/session.ts'
import { useWords } from '../words/use-words.tsx'
import { useRemaining } from './use-clock.ts'

/** The time left on the provider's clock. Spoken only at three minutes, one minute and thirty seconds. */
export function TimeLeft({ known }: { known: Known }) {
  const words = useWords()
  const left = useRemaining(known)
  const before = useRef(left)
  const [spoken, setSpoken] = useState('')

  useEffect(() => {
    const step = spokenStep(before.current, left)
    before.current = left
    if (step !== undefined) setSpoken(words.timeLeftSpoken(Math.floor(step / 60), step % 60))
  }, [left, words])

  return (
    <>
      <span role="timer" className={left < 60_000 ? 'time time-short' : 'time'}>
        {left > 0 ? clockText(left) : words.lastLook}
      </span>
      <span className="unseen" aria-live="polite">
        {spoken}
      </span>
    </>
  )
}
