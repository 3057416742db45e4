import { Countdown } from '@galla/react/components'
import { remainingMs } from '../session/countdown.ts'
import type { Known } from '../session/session.ts'
import { useWords } from '../words/use-words.tsx'

/** The time left on the provider's clock. */
export function TimeLeft({ known }: { known: Known }) {
  const words = useWords()
  return <Countdown words={words} leftAt={(nowMs) => remainingMs(known, nowMs)} />
}
