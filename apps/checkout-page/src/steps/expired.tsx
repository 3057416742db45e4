import { Step } from '../parts/step.tsx'
import type { Known } from '../session/session.ts'
import { useWords } from '../words/use-words.tsx'
import { GoBack } from './go-back.tsx'

const GO_BACK_SECONDS = 15

/** The provider says that the time is over; the page asked it once more before believing so. */
export function Expired({ known }: { known: Known }) {
  const words = useWords()
  return (
    <Step title={words.expiredTitle} state="bad">
      <p>{words.expiredBody}</p>
      <GoBack known={known} afterSeconds={GO_BACK_SECONDS} />
    </Step>
  )
}
