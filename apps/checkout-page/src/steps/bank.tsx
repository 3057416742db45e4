import type { PageAttempt } from '@galla/contract/sandbox-api/page-routes'
import { Amount, Button } from '@galla/react/components'
import { Step } from '../parts/step.tsx'
import type { Known } from '../session/session.ts'
import { useDesk } from '../session/use-session.ts'
import { useWords } from '../words/use-words.tsx'
import { AnotherWay } from './another-way.tsx'

/** What stands in for the bank's own page: three answers, as the provider's test page has them. */
export function Bank({ known, attempt }: { known: Known; attempt: PageAttempt }) {
  const words = useWords()
  const { act, state } = useDesk()
  const bank = attempt.bankName ?? attempt.bankId ?? words.netBanking
  const answer = (outcome: 'SUCCESS' | 'FAILURE' | 'PENDING') => () =>
    void act((client) => client.call('POST /attempts/:transactionId/bank', attempt.transactionId, { outcome }))

  return (
    <Step title={words.bankTitle}>
      <p>{words.bankPlaying(bank)}</p>
      <dl className="facts">
        <dt>{known.view.merchantName}</dt>
        <dd>
          <Amount amount={known.view.order.amount} />
        </dd>
      </dl>
      <div className="galla-stack">
        <Button busy={state.sending} onClick={answer('SUCCESS')}>
          {words.bankSuccess}
        </Button>
        <Button look="quiet" busy={state.sending} onClick={answer('FAILURE')}>
          {words.bankFailure}
        </Button>
        <Button look="quiet" busy={state.sending} onClick={answer('PENDING')}>
          {words.bankPending}
        </Button>
      </div>
      <AnotherWay known={known} attempt={attempt} />
    </Step>
  )
}
