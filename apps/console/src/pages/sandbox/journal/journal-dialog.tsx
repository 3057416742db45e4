import type { JournalEntry } from '@galla/contract/sandbox-api/journal'
import { Dialog } from '../../../ui/dialog.tsx'
import { Facts } from '../../../ui/page.tsx'
import { Payload } from '../payload.tsx'
import { SandboxTime } from '../sandbox-time.tsx'

/** One line of the journal with what went over the wire; secrets were masked before it was written. */
export function JournalDialog({ entry, onClose }: { entry: JournalEntry; onClose(): void }) {
  const { name, seq, atMs, kind, method, path, status, fault, note, request, response } = entry
  return (
    <Dialog open onClose={onClose} title={name} wide>
      <div className="grid grid-cols-1 gap-4">
        <Facts
          rows={[
            ['Line', `${seq}, ${kind}`],
            ['At', <SandboxTime key="at" atMs={atMs} />],
            path === undefined
              ? undefined
              : ['Call', <span key="call" className="font-mono text-xs">{`${method ?? ''} ${path}`}</span>],
            status === undefined ? undefined : ['Status', status],
            fault === undefined ? undefined : ['Fault that struck', fault],
            note === undefined ? undefined : ['Note', note],
          ]}
        />
        {request && <Payload name="Request" value={request} />}
        {response && <Payload name="Response" value={response} />}
      </div>
    </Dialog>
  )
}
