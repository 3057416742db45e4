import { Countdown, Icon } from '@galla/react/components'
import { type ReactNode, useEffect, useRef } from 'react'
import { useWords } from '../i18n/i18n-provider.tsx'
import { type Known, remainingMs } from '../session/session-state.ts'

interface StepProps {
  title: string
  children: ReactNode
  /** The state of the money, always a shape and a word beside the colour. */
  state?: 'good' | 'bad' | 'wait'
  /** The step stands alone, without the bill and its heading. */
  alone?: boolean
}

/** One step of the payment. Its heading takes the focus when it appears, so that a change is heard and the next Tab is near. */
export function Step({ title, state, alone = false, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const Heading = alone ? 'h1' : 'h2'
  useEffect(() => heading.current?.focus({ preventScroll: false }), [])

  return (
    <section className={state ? `step step-${state}` : 'step'}>
      {state && (
        <span className="seal">
          <Icon name={state} />
        </span>
      )}
      <Heading ref={heading} className="step-title" tabIndex={-1}>
        {title}
      </Heading>
      {children}
    </section>
  )
}

/** The time left on the provider's clock. */
export function TimeLeft({ known }: { known: Known }) {
  const words = useWords()
  return <Countdown words={words} leftAt={(nowMs) => remainingMs(known, nowMs)} />
}
