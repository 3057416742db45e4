import type { PageAttempt } from '@galla/contract/sandbox-api/page-routes'
import { Button } from '@galla/react/components'
import type { Known } from '../session/session.ts'
import { useDesk } from '../session/use-session.ts'
import { useWords } from '../words/use-words.tsx'

/** Gives up the attempt under way and goes back to the choice, or, where the shop allows one try only, ends the order. */
export function AnotherWay({ known, attempt }: { known: Known; attempt: PageAttempt }) {
  const words = useWords()
  const { act, state } = useDesk()
  const { transactionId } = attempt
  const cancel = () =>
    void act((client) => client.call('POST /attempts/:transactionId/cancel', transactionId), transactionId)
  return (
    <Button look="link" busy={state.sending} onClick={cancel}>
      {known.view.retryAllowed ? words.chooseAnother : words.cancelPayment}
    </Button>
  )
}
