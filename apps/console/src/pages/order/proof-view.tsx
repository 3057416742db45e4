import type { Proof } from '@galla/contract/gateway-api/decisions'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { preciseText } from '../../lib/when.ts'
import { Amount } from '../../ui/amount.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Loading } from '../../ui/loading.tsx'
import { CallbackLink } from '../../ui/record-link.tsx'

/** The answer in one sentence, and beneath it each fact with where it came from. */
export function ProofView({ merchantOrderId }: { merchantOrderId: string }) {
  const proof = useQuery({
    queryKey: keys.proof(merchantOrderId),
    queryFn: ({ signal }) => call('GET /orders/:merchantOrderId/proof', { params: { merchantOrderId }, signal }),
  })
  if (proof.error && !proof.data) {
    return <ErrorNote error={proof.error} what="The proof could not be read." onRetry={() => void proof.refetch()} />
  }
  if (!proof.data) return <Loading what="the proof" />
  const { answer, steps } = proof.data
  return (
    <>
      <p className="max-w-prose text-lg">{answer}</p>
      <ol className="mt-6 border-t border-rule">
        {steps.map((step, at) => (
          // Steps never change their place: they are facts of the past.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Step key={at} step={step} />
        ))}
      </ol>
      <p className="mt-4 text-sm text-soft">
        Each line was written down when it happened, in the same transaction as what it changed.
      </p>
    </>
  )
}

const SOURCES: { readonly [source: string]: string } = {
  reply: 'its reply',
  status: 'a status read',
  redirect: 'the payer’s browser',
  clock: 'our clock',
  console: 'this console',
}

function Step({ step: { atMs, says, amount, source, callbackId } }: { step: Proof['steps'][number] }) {
  const evidence = SOURCES[source]
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-rule py-3 sm:grid-cols-[7.5rem_minmax(0,1fr)]">
      <span className="text-sm text-soft tabular-nums">{preciseText(atMs)}</span>
      <span>
        {says}
        {amount !== undefined && (
          <>
            , <Amount paise={amount} />
          </>
        )}
        <span className="block text-sm text-soft">
          {callbackId !== undefined ? (
            <>
              Evidence: <CallbackLink callbackId={callbackId}>{`callback ${callbackId}`}</CallbackLink>
            </>
          ) : evidence ? (
            `Evidence: ${evidence}`
          ) : (
            <>
              Rule <code className="font-mono text-xs">{source}</code>
            </>
          )}
        </span>
      </span>
    </li>
  )
}
