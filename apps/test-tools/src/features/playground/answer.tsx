import { JsonView } from '@galla/console/components/json/json-view.tsx'
import { Note } from '@galla/console/components/page.tsx'
import type { ProviderAnswer } from '@galla/contract/sandbox-api/routes'

interface AnswerProps {
  /** The call: `Set up`. */
  name: string
  answer: ProviderAnswer
}

/** Shows the provider's answer to the last call. */
export function Answer({ name, answer: { status, body } }: AnswerProps) {
  const isGood = status !== undefined && status < 300
  return (
    <section aria-label="Answer" className="grid grid-cols-1 gap-2">
      <Note tone={isGood ? 'good' : 'bad'} role="status">
        <p>
          {name}: {status === undefined ? 'no answer, the connection was closed. Read the status.' : `HTTP ${status}`}
        </p>
      </Note>
      {body !== undefined && <JsonView label="Response body" value={body} />}
    </section>
  )
}
