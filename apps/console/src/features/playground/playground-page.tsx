import type { About } from '@galla/contract/gateway-api/console-routes'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { under, useNarrow } from '../../api/browser.ts'
import { CodeBlock } from '../../components/code-block.tsx'
import { Tabs } from '../../components/controls.tsx'
import { orderCurl } from '../code-samples/curl.ts'
import { gatewayCode } from '../code-samples/gateway-code.ts'
import type { SampleOrder } from '../code-samples/sample-order.ts'
import { sdkCode } from '../code-samples/sdk-code.ts'
import { type Target, targetOf } from '../code-samples/ts-source.ts'
import { SandboxOnly } from '../sandbox/sandbox-frame.tsx'
import { type Draft, emptyDraft, readDraft } from './draft.ts'
import { PayForm } from './payment-form.tsx'
import { kindOf } from './payment-kinds.ts'
import { Follow } from './payment-progress.tsx'
import { type Running, useCards } from './start-payment.ts'

export function PlaygroundPage() {
  return (
    <SandboxOnly title="Playground" room="playground">
      {(about) => <Playground about={about} />}
    </SandboxOnly>
  )
}

const route = getRouteApi('/playground')

/** A reference is good for one payment, so each gets a new one. */
const newReference = () => `playground-${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? ''}`

/** The form on one side, what it says in code and what became of it on the other. */
export function Playground({ about }: { about: About }) {
  const { mode, order: followed } = route.useSearch()
  const navigate = route.useNavigate()
  const kind = kindOf(mode).id
  const [draft, setDraft] = useState<Draft>(() => emptyDraft(newReference(), under('playground')))
  const [started, setStarted] = useState<Running>()
  const cards = useCards()
  const { order, problems } = readDraft(draft, kind)
  const running = followed === undefined ? undefined : runningOf(started, followed, kind)
  const panel = useRef<HTMLElement>(null)
  const narrow = useNarrow()

  useEffect(() => {
    if (started && narrow) panel.current?.scrollIntoView({ block: 'start' })
  }, [started, narrow])

  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-8 xl:grid-cols-2">
      <PayForm
        kind={kind}
        onKind={(mode) => void navigate({ search: { mode }, replace: true })}
        draft={draft}
        problems={problems}
        order={order}
        set={(change) => setDraft({ ...draft, ...change })}
        cards={cards.data}
        onPaid={(paid) => {
          setStarted(paid)
          setDraft((now) => ({ ...now, reference: newReference() }))
          void navigate({ search: { mode: paid.kind, order: paid.merchantOrderId } })
        }}
      />
      <div className="grid min-w-0 grid-cols-1 content-start gap-8">
        {running && (
          <section
            ref={panel}
            aria-label="The payment under way"
            className="scroll-mt-20 rounded-edge border border-rule-strong bg-sheet p-4"
          >
            <Follow
              key={running.merchantOrderId}
              running={running}
              onLeave={() => void navigate({ search: { mode: kind } })}
            />
          </section>
        )}
        <CodePanel order={order} target={targetOf(about)} />
      </div>
    </div>
  )
}

/** After a reload there is the order's id alone. */
function runningOf(started: Running | undefined, merchantOrderId: string, kind: Running['kind']): Running {
  return started?.merchantOrderId === merchantOrderId ? started : { kind, merchantOrderId }
}

type Side = 'sdk' | 'books' | 'curl'

/** The payment of the form as a program, as it is typed. */
export function CodePanel({ order, target }: { order: SampleOrder; target: Target }) {
  const [side, setSide] = useState<Side>('sdk')
  return (
    <Tabs<Side>
      label="The same in code"
      value={side}
      onChange={setSide}
      tabs={[
        { value: 'sdk', label: 'SDK', body: <CodeBlock label="With @galla/sdk" code={sdkCode(order, target)} /> },
        { value: 'books', label: 'Gateway', body: <CodeBlock label="With @galla/gateway" code={gatewayCode(order)} /> },
        {
          value: 'curl',
          label: 'curl',
          body: <CodeBlock label="The provider’s API" code={orderCurl(order, target)} />,
        },
      ]}
    />
  )
}
