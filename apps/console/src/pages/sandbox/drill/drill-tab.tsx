import type { About } from '@galla/contract/gateway-api/console-routes'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ErrorNote } from '../../../ui/error-note.tsx'
import { Field } from '../../../ui/field.tsx'
import { useControl, useControlChange } from '../use-control.ts'
import { DrillResult } from './drill-result.tsx'

/** Fires everything that a receiver must be able to bear at ours, and grades its answers. */
export function DrillTab({ about }: { about: About }) {
  const receiver = useControl('GET /callbacks/receiver')
  const [typed, setTyped] = useState<string>()
  const drill = useControlChange('POST /drill')
  const url = typed ?? (about.callbackUrl || receiver.data?.url || '')
  return (
    <div className="grid grid-cols-1 gap-6">
      <form
        aria-label="Drill"
        className="flex flex-wrap items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (url !== '' && !drill.isPending) drill.mutate({ body: { url } })
        }}
      >
        <div className="w-full max-w-xl">
          <Field
            label="Callback address"
            value={url}
            onChange={setTyped}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            hint="Duplicates, a burst, late and backward events, unknown, tampered, unsigned and unreadable ones: each answer is graded."
          />
        </div>
        <Button type="submit" look="main" className="sm:mt-6" busy={drill.isPending} disabled={url === ''}>
          {drill.isPending ? 'Firing…' : 'Run the drill'}
        </Button>
      </form>
      {drill.error && <ErrorNote error={drill.error} what="The drill did not run." />}
      {drill.data ? (
        <DrillResult report={drill.data} />
      ) : (
        <p className="text-soft">
          It leaves orders named drill-… at the sandbox and their callbacks in the inbox of the books; nothing of it is
          fulfilled, as the books do not know those orders.
        </p>
      )}
    </div>
  )
}
