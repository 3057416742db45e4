import type { SampleTarget } from '@galla/console/code-samples/ts-source.ts'
import { CodeTabs } from '@galla/console/components/code-block.tsx'
import { Button, Select } from '@galla/console/components/controls.tsx'
import { ErrorNote } from '@galla/console/components/page.tsx'
import type { ProviderAnswer } from '@galla/contract/sandbox-api/routes'
import { useRef, useState } from 'react'
import { mandateCode, mandateCurl } from '../code-samples/mandate-code.ts'
import { MandateDetails } from '../sandbox/mandate-details.tsx'
import { useSandboxMutation, useSandboxQuery } from '../sandbox/use-sandbox.ts'
import { Answer } from './answer.tsx'
import { emptyMandate, MANDATE_CALLS, type MandateCall, type MandateDraft, parseMandateCall } from './mandate-calls.ts'
import { MandateFields } from './mandate-fields.tsx'

interface MandatePlaygroundProps {
  target: SampleTarget
  /** Id of the first mandate. */
  firstId: string
}

/** The calls of a mandate one by one, as code, with the sandbox's mandate beside them. */
export function MandatePlayground({ target, firstId }: MandatePlaygroundProps) {
  const [call, setCall] = useState<MandateCall>('setup')
  const [draft, setDraft] = useState<MandateDraft>(() => emptyMandate(firstId))
  const [submitted, setSubmitted] = useState(false)
  const [answered, setAnswered] = useState<{ call: MandateCall; answer: ProviderAnswer }>()
  const form = useRef<HTMLFormElement>(null)
  const send = useSandboxMutation('POST /calls')
  const parsed = parseMandateCall(draft, call)
  const submit = () => {
    setSubmitted(true)
    if (Object.keys(parsed.problems).length > 0) {
      // After the problems are rendered, the first invalid field takes the focus.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      return
    }
    send.mutate({ body: parsed.request }, { onSuccess: (answer) => setAnswered({ call, answer }) })
  }
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-8 xl:grid-cols-2">
      <form
        ref={form}
        noValidate
        aria-label="Mandate"
        className="grid grid-cols-1 content-start gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!send.isPending) submit()
        }}
      >
        <Select<MandateCall> label="Call" value={call} onChange={setCall} options={MANDATE_CALLS} />
        <MandateFields
          call={call}
          draft={draft}
          problems={submitted ? parsed.problems : {}}
          set={(change) => setDraft({ ...draft, ...change })}
        />
        {send.error && <ErrorNote error={send.error} what="The call was not sent." />}
        <Button type="submit" variant="primary" busy={send.isPending} className="justify-self-start">
          Send
        </Button>
        {answered && <Answer name={labelOf(answered.call)} answer={answered.answer} />}
      </form>
      <div className="grid min-w-0 grid-cols-1 content-start gap-8">
        <LiveMandate merchantSubscriptionId={draft.merchantSubscriptionId} />
        <CodeTabs
          label="The call as code"
          samples={[
            { tab: 'SDK', label: 'With @galla/sdk', code: mandateCode(parsed, target) },
            { tab: 'curl', label: 'The provider’s API', code: mandateCurl(parsed, target) },
          ]}
        />
      </div>
    </div>
  )
}

const labelOf = (call: MandateCall) => MANDATE_CALLS.find(({ value }) => value === call)?.label ?? call

/** The mandate of the form as the sandbox has it, with what the payer can do. */
function LiveMandate({ merchantSubscriptionId }: { merchantSubscriptionId: string }) {
  const { data } = useSandboxQuery('GET /mandates')
  const isKnown = data?.mandates.some((one) => one.merchantSubscriptionId === merchantSubscriptionId)
  return (
    <section
      aria-label="Mandate in the sandbox"
      className="min-w-0 rounded-edge border border-rule-strong bg-sheet p-4"
    >
      {isKnown ? (
        <MandateDetails key={merchantSubscriptionId} merchantSubscriptionId={merchantSubscriptionId} />
      ) : (
        <p className="text-soft">
          The sandbox has no mandate of this id. Set it up, approve it here as the payer does, then announce a debit,
          run the clock to it and redeem it.
        </p>
      )}
    </section>
  )
}
