import type { Dispute } from '@galla/contract/gateway-api/disputes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { consoleApi } from '../../api/client.ts'
import { Allowed } from '../../api/permissions.tsx'
import { Button } from '../../components/controls.tsx'
import { showToast } from '../../components/dialog.tsx'
import { ErrorNote } from '../../components/page.tsx'
import { messages } from '../../i18n/messages.ts'
import { disputesEnglish } from './english.ts'

const t = messages('disputes/disputes', disputesEnglish)

/** Ends the alert of a dispute that was answered in the provider's dashboard. */
export function AnsweredButton({ dispute: { disputeKey, callbackId, needsAnswer } }: { dispute: Dispute }) {
  const client = useQueryClient()
  const answer = useMutation({
    mutationFn: () =>
      consoleApi('POST /disputes/:disputeKey/answered', { params: { disputeKey }, body: { callbackId } }),
    onSuccess: () => showToast(t.marked),
    onSettled: () => client.invalidateQueries(),
  })
  if (!needsAnswer && !answer.error) return null
  return (
    <>
      {answer.error && <ErrorNote error={answer.error} what={t.notMarked} />}
      {needsAnswer && (
        <Allowed to="POST /disputes/:disputeKey/answered">
          <Button small busy={answer.isPending} onClick={() => answer.mutate()}>
            {t.mark}
          </Button>
        </Allowed>
      )}
    </>
  )
}
