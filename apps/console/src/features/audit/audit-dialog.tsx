import type { AuditEntry } from '@galla/contract/gateway-api/audit'
import { Dialog } from '../../components/dialog.tsx'
import { JsonView } from '../../components/json/json-view.tsx'
import { DescriptionList, Detail } from '../../components/page.tsx'
import { OrderLink, Time } from '../../components/records.tsx'
import { visibleText } from '../../i18n/visible-text.ts'
import { differencesOf, KIND_LABELS, subjectOf, whoLabel } from './audit-messages.ts'

/** One entry with everything in it: who, from where, what, and how it was before and after. */
export function AuditDialog({ entry, onClose }: { entry: AuditEntry; onClose(): void }) {
  const { auditId, kind, id, what, detail, address, atMs, hash } = entry
  const differences = differencesOf(entry)
  return (
    <Dialog open onClose={onClose} title={`Entry ${auditId}`} wide>
      <p className="mb-4 text-lg wrap-anywhere">
        {whoLabel(entry)}: {visibleText(what)}
      </p>
      {differences.length > 0 && (
        <table className="mb-4 w-full table-fixed border-t border-rule text-left">
          <caption className="sr-only">What changed</caption>
          <thead className="text-sm text-soft">
            <tr>
              <th scope="col" className="py-1 pr-3 font-normal">
                Field
              </th>
              <th scope="col" className="py-1 pr-3 font-normal">
                Before
              </th>
              <th scope="col" className="py-1 font-normal">
                After
              </th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ field, before, after }) => (
              <tr key={field} className="border-t border-rule align-top">
                <th scope="row" className="py-2 pr-3 font-normal wrap-anywhere">
                  {field}
                </th>
                <td className="py-2 pr-3 text-soft wrap-anywhere">{before || '–'}</td>
                <td className="py-2 font-strong wrap-anywhere">{after || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <DescriptionList>
        <Detail name={KIND_LABELS[kind]}>
          {kind === 'order' ? (
            <OrderLink merchantOrderId={id} />
          ) : (
            <span className={`wrap-anywhere ${kind === 'reconciliation' ? '' : 'font-mono text-xs'}`}>
              {visibleText(subjectOf(entry))}
            </span>
          )}
        </Detail>
        <Detail name="Note">{detail}</Detail>
        <Detail name="From">{address}</Detail>
        <Detail name="When">
          <Time atMs={atMs} full />
        </Detail>
        <Detail name="Hash">
          <span className="font-mono text-xs wrap-anywhere">{hash}</span>
        </Detail>
      </DescriptionList>
      <details className="mt-2">
        <summary className="min-h-10 content-center text-brass">As JSON</summary>
        <JsonView label="Audit entry" value={entry} />
      </details>
    </Dialog>
  )
}
