import { Step } from '../parts/step.tsx'
import type { Broken as Why } from '../session/session.ts'
import { useWords } from '../words/use-words.tsx'

/** Nothing can be shown, and why. */
export function Broken({ why }: { why: Why }) {
  const words = useWords()
  return (
    <Step title={words.brokenTitle} state="bad" alone>
      <p>{words.broken[why]}</p>
    </Step>
  )
}
