import { TimeLeft } from '../parts/time-left.tsx'
import type { Known } from '../session/session.ts'
import { useWords } from '../words/use-words.tsx'

/** That we are looking, and how long there is. */
export function Waiting({ known }: { known: Known }) {
  const words = useWords()
  return (
    <dl className="waiting">
      <dt>
        <span className="pulse" aria-hidden="true" />
        {words.timeLeft}
      </dt>
      <dd>
        <TimeLeft known={known} />
      </dd>
    </dl>
  )
}
