import { Button } from '../../../ui/button.tsx'
import { ErrorNote, Note } from '../../../ui/error-note.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Facts } from '../../../ui/page.tsx'
import { useControl, useControlChange } from '../use-control.ts'

const MODES = { classic: 'Hash of user name and password', hmac: 'HMAC over the body', both: 'Both' } as const

/** Whom the sandbox calls, and whether that is these books. */
export function ReceiverFacts({ booksAt }: { booksAt: string }) {
  const receiver = useControl('GET /callbacks/receiver')
  const set = useControlChange('PUT /callbacks/receiver')
  const { data } = receiver
  if (!data) {
    return receiver.error ? (
      <ErrorNote error={receiver.error} what="The receiver could not be read." />
    ) : (
      <Loading what="the receiver" lines={3} />
    )
  }
  const { url = '', mode, username, keyId } = data
  const elsewhere = booksAt !== '' && url !== booksAt
  return (
    <div className="grid gap-4">
      {elsewhere && (
        <Note tone="neutral">
          <p>
            {url === '' ? 'The sandbox calls nobody.' : 'The sandbox calls another address than these books listen at.'}{' '}
            The books are at {booksAt}.
          </p>
          <Button small busy={set.isPending} onClick={() => set.mutate({ body: { url: booksAt } })}>
            Call the books
          </Button>
        </Note>
      )}
      {set.error && <ErrorNote error={set.error} what="The receiver was not changed." />}
      <Facts
        rows={[
          ['Calls', url === '' ? 'nobody' : url],
          ['Signed by', MODES[mode ?? 'classic']],
          username === undefined ? undefined : ['User name', username],
          keyId === undefined ? undefined : ['Key', keyId],
        ]}
      />
    </div>
  )
}
