import { consoleUrl, useNarrow } from '@galla/console/api/browser.ts'
import { orderCurl } from '@galla/console/code-samples/curl.ts'
import { sampleTarget } from '@galla/console/code-samples/ts-source.ts'
import { CodeTabs } from '@galla/console/components/code-block.tsx'
import { Tabs } from '@galla/console/components/controls.tsx'
import type { About } from '@galla/contract/gateway-api/console-routes'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { gatewayCode } from '../code-samples/gateway-code.ts'
import { sdkCode } from '../code-samples/sdk-code.ts'
import { ToolPage } from '../sandbox/sandbox-frame.tsx'
import { type Draft, emptyDraft, parseDraft } from './draft.ts'
import { MandatePlayground } from './mandate-playground.tsx'
import { PaymentForm } from './payment-form.tsx'
import { findKind, type PaymentKind } from './payment-kinds.ts'
import { PaymentProgress } from './payment-progress.tsx'
import { ReadPlayground } from './read-playground.tsx'
import { type StartedPayment, useCards } from './start-payment.ts'

export function PlaygroundPage() {
  return (
    <ToolPage title="Playground" what="playground">
      {(about) => <Subjects about={about} />}
    </ToolPage>
  )
}

/** A reference is used for one payment. */
const newReference = () => `playground-${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? ''}`

type Subject = 'payment' | 'mandate' | 'read'

/** Shows the subjects of the playground: payments, mandates and their debits, or reads. */
function Subjects({ about }: { about: About }) {
  const { mode, path } = useSearch({ from: '/test-tools/playground' })
  const navigate = useNavigate({ from: '/test-tools/playground' })
  const [mandateId] = useState(() => newReference().replace('playground', 'mandate'))
  return (
    <Tabs<Subject>
      label="Playground"
      value={mode === 'mandate' || mode === 'read' ? mode : 'payment'}
      onChange={(next) => void navigate({ search: next === 'payment' ? {} : { mode: next }, replace: true })}
      tabs={[
        { value: 'payment', label: 'Payment', body: <Playground about={about} /> },
        {
          value: 'mandate',
          label: 'Mandate (AutoPay)',
          body: <MandatePlayground target={sampleTarget(about)} firstId={mandateId} />,
        },
        { value: 'read', label: 'Read', body: <ReadPlayground key={path} target={sampleTarget(about)} path={path} /> },
      ]}
    />
  )
}

/** A form that makes a payment, the same payment as code, and its progress. */
function Playground({ about }: { about: About }) {
  const { mode, order: startedOrder } = useSearch({ from: '/test-tools/playground' })
  const navigate = useNavigate({ from: '/test-tools/playground' })
  const kind = findKind(mode).id
  const [draft, setDraft] = useState<Draft>(() => emptyDraft(newReference(), consoleUrl('test-tools/playground')))
  const [started, setStarted] = useState<StartedPayment>()
  const cards = useCards()
  const { order, problems } = parseDraft(draft, kind)
  const target = sampleTarget(about)
  const payment = startedOrder === undefined ? undefined : findPayment(started, startedOrder, kind)
  const progress = useRef<HTMLElement>(null)
  const narrow = useNarrow()

  useEffect(() => {
    if (started && narrow) progress.current?.scrollIntoView({ block: 'start' })
  }, [started, narrow])

  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-8 xl:grid-cols-2">
      <PaymentForm
        kind={kind}
        onKind={(mode) => void navigate({ search: { mode }, replace: true })}
        draft={draft}
        problems={problems}
        order={order}
        set={(change) => setDraft({ ...draft, ...change })}
        cards={cards.data}
        onStarted={(payment) => {
          setStarted(payment)
          setDraft((now) => ({ ...now, reference: newReference() }))
          void navigate({ search: { mode: payment.kind, order: payment.merchantOrderId } })
        }}
      />
      <div className="grid min-w-0 grid-cols-1 content-start gap-8">
        {payment && (
          <section
            ref={progress}
            aria-label="Current payment"
            className="scroll-mt-20 rounded-edge border border-rule-strong bg-sheet p-4"
          >
            <PaymentProgress
              key={payment.merchantOrderId}
              payment={payment}
              onClose={() => void navigate({ search: { mode: kind } })}
            />
          </section>
        )}
        <CodeTabs
          label="The payment as code"
          samples={[
            { tab: 'SDK', label: 'With @galla/sdk', code: sdkCode(order, target) },
            { tab: 'Gateway', label: 'With @galla/gateway', code: gatewayCode(order) },
            { tab: 'curl', label: 'The provider’s API', code: orderCurl(order, target) },
          ]}
        />
      </div>
    </div>
  )
}

/** The payment of the address; after a reload only its order id is known. */
function findPayment(started: StartedPayment | undefined, merchantOrderId: string, kind: PaymentKind): StartedPayment {
  return started?.merchantOrderId === merchantOrderId ? started : { kind, merchantOrderId }
}
