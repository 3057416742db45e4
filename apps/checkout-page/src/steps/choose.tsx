import { Suspense, useState } from 'react'
import type { Method } from '../methods/method.ts'
import { METHODS } from '../methods/registry.ts'
import { Icon } from '../parts/icon.tsx'
import { Note } from '../parts/note.tsx'
import { Step } from '../parts/step.tsx'
import type { Known } from '../session/session.ts'
import { useDesk } from '../session/use-session.ts'
import { useWords } from '../words/use-words.tsx'
import { Leave } from './leave.tsx'

/** The ways to pay, one open at a time. What was typed in one stays there while another is looked at. */
export function Choose({ known }: { known: Known }) {
  const words = useWords()
  const { state } = useDesk()
  const offered = METHODS.filter((method) => method.offered(known.view.offers))
  const [open, setOpen] = useState<string | undefined>(offered[0]?.id)
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(open ? [open] : []))

  const toggled = (id: string, nowOpen: boolean) => {
    setOpen((before) => (nowOpen ? id : before === id ? undefined : before))
    if (nowOpen) setOpened((before) => new Set(before).add(id))
  }

  return (
    <Step title={words.choose}>
      {state.refusal && (
        <Note tone="bad">
          {words.refused} <span lang="en">{state.refusal.message}</span>
        </Note>
      )}
      {offered.length === 0 && <p>{words.noneOffered}</p>}
      <div className="methods" hidden={offered.length === 0}>
        {offered.map((method) => (
          <details
            key={method.id}
            className="method"
            open={method.id === open}
            onToggle={(event) => toggled(method.id, event.currentTarget.open)}
          >
            <MethodHead method={method} known={known} />
            <div className="method-body">
              {opened.has(method.id) && (
                <Suspense fallback={<p className="soft">{words.sending}</p>}>
                  <method.Panel known={known} />
                </Suspense>
              )}
            </div>
          </details>
        ))}
      </div>
      <Leave known={known} />
    </Step>
  )
}

function MethodHead({ method, known }: { method: Method; known: Known }) {
  const words = useWords()
  return (
    <summary>
      <Icon name={method.icon} />
      <span className="method-words">
        <h3>{method.title(words)}</h3>
        <span className="soft small">{method.hint(words, known.view.offers)}</span>
      </span>
      <Icon name="chevron" />
    </summary>
  )
}
