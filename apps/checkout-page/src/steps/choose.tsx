import { MethodFold, Note } from '@galla/react/components'
import { Suspense, useId } from 'react'
import { Step } from '../components/step.tsx'
import { useWords } from '../i18n/i18n-provider.tsx'
import { METHODS } from '../payment-methods/payment-methods.ts'
import { useDesk } from '../session/session-context.ts'
import type { Known } from '../session/session-state.ts'
import { Leave } from './exits.tsx'

/** The ways to pay, one open at a time. */
export function Choose({ known }: { known: Known }) {
  const words = useWords()
  const { state } = useDesk()
  const group = useId()
  const { paymentMethods } = known.view
  const offered = METHODS.filter((method) => method.offered(paymentMethods))

  return (
    <Step title={words.choose}>
      {state.refusal && (
        <Note tone="bad">
          {words.refused} <span lang="en">{state.refusal.message}</span>
        </Note>
      )}
      {offered.length === 0 && (
        <>
          <p>{words.noneOffered}</p>
          <p className="galla-soft small">{words.sandboxNone}</p>
        </>
      )}
      <div className="galla-methods" hidden={offered.length === 0}>
        {offered.map(({ id, icon, title, hint, Panel }, index) => (
          <MethodFold
            key={id}
            icon={icon}
            title={<h3>{title(words)}</h3>}
            hint={hint(words, paymentMethods)}
            group={group}
            first={index === 0}
          >
            {() => (
              <Suspense fallback={<p className="galla-soft">{words.sending}</p>}>
                <Panel known={known} />
              </Suspense>
            )}
          </MethodFold>
        ))}
      </div>
      <Leave known={known} />
    </Step>
  )
}
