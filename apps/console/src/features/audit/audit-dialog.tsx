import type { AuditEntry } from '@galla/contract/gateway-api/audit'
import { Dialog } from '../../components/dialog.tsx'
import { JsonView } from '../../components/json/json-view.tsx'
import { DescriptionList, Detail } from '../../components/page.tsx'
import { OrderLink, Time } from '../../components/records.tsx'
import { messages, phrase } from '../../i18n/messages.ts'
import { visibleText } from '../../i18n/visible-text.ts'
import { actionText } from './audit-actions.ts'
import { differencesOf, KIND_LABELS, subjectOf, whoLabel } from './audit-messages.ts'
import { entryEnglish } from './english.ts'

const t = messages('audit/entry', entryEnglish)

/** One entry with everything in it: who, from where, what, and how it was before and after. */
export function AuditDialog({ entry, onClose }: { entry: AuditEntry; onClose(): void }) {
  const { auditId, kind, id, what, detail, address, atMs, hash } = entry
  const differences = differencesOf(entry)
  const action = actionText(visibleText(what))
  return (
    <Dialog open onClose={onClose} title={t.title(auditId)} wide>
      <p className="mb-4 text-lg wrap-anywhere">
        {phrase(t.did(<span translate="no">{whoLabel(entry)}</span>, <span lang={action.lang}>{action.text}</span>))}
      </p>
      {differences.length > 0 && (
        <table className="mb-4 w-full table-fixed border-t border-rule text-left">
          <caption className="sr-only">{t.changes.caption}</caption>
          <thead className="text-sm text-soft">
            <tr>
              <th scope="col" className="py-1 pr-3 font-normal">
                {t.changes.field}
              </th>
              <th scope="col" className="py-1 pr-3 font-normal">
                {t.changes.before}
              </th>
              <th scope="col" className="py-1 font-normal">
                {t.changes.after}
              </th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ field, before, after }) => (
              <tr key={field} className="border-t border-rule align-top">
                <th scope="row" className="py-2 pr-3 font-normal wrap-anywhere">
                  {field}
                </th>
                <td translate="no" className="py-2 pr-3 text-soft wrap-anywhere">
                  {before || '–'}
                </td>
                <td translate="no" className="py-2 font-strong wrap-anywhere">
                  {after || '–'}
                </td>
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
        <Detail name={t.note}>{detail && <span translate="no">{visibleText(detail)}</span>}</Detail>
        <Detail name={t.from}>{address}</Detail>
        <Detail name={t.when}>
          <Time atMs={atMs} full />
        </Detail>
        <Detail name={t.hash}>
          <span className="font-mono text-xs wrap-anywhere">{hash}</span>
        </Detail>
      </DescriptionList>
      <details className="mt-2">
        <summary className="min-h-10 content-center text-brass">{t.json}</summary>
        <JsonView label={t.entry} value={entry} />
      </details>
    </Dialog>
  )
}
