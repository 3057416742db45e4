import { Countdown, Icon } from '@galla/react/components'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { useMessages } from '../i18n/i18n-provider.tsx'
import { type ReceivedView, remainingMs } from '../session/session-state.ts'

interface StepProps {
  title: string
  children: ReactNode
  /** State of the payment: an icon and a colour. */
  state?: 'good' | 'bad' | 'wait'
  /** The step is shown without the summary, so its title is the page's main heading. */
  alone?: boolean
}

/** False in a preview, which would take the focus from the page around it. */
export const FocusesHeading = createContext(true)

/** One step of the payment. Its heading receives the focus, so that screen readers announce the change. */
export function Step({ title, state, alone = false, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const Heading = alone ? 'h1' : 'h2'
  const focuses = useContext(FocusesHeading)
  useEffect(() => {
    if (focuses) heading.current?.focus()
  }, [focuses])

  return (
    <section className={state ? `step step-${state}` : 'step'}>
      {state && (
        <span className="status-icon">
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

/** The time left by the provider's clock. */
export function TimeLeft({ received }: { received: ReceivedView }) {
  const messages = useMessages()
  return <Countdown messages={messages} remainingMsAt={(nowMs) => remainingMs(received, nowMs)} />
}
