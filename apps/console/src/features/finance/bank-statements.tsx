import type { BankReport } from '@galla/contract/gateway-api/bank-statements'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi } from '../../api/client.ts'
import { Allowed } from '../../api/permissions.tsx'
import { queryKeys } from '../../api/queries.ts'
import { Button } from '../../components/controls.tsx'
import { spanInWords } from '../../components/date-span.ts'
import { Confirm, showToast } from '../../components/dialog.tsx'
import { EmptyState, ErrorNote, QueryView, Section } from '../../components/page.tsx'
import { messages } from '../../i18n/messages.ts'
import { Comparison } from './bank-comparison.tsx'
import { statementsEnglish } from './english-settlements.ts'
import { StatementImport } from './statement-import.tsx'

const t = messages('finance/statements', statementsEnglish)

/** Shows settlements beside the statements of the merchant's bank account. */
export function BankStatements() {
  const query = useQuery({
    queryKey: queryKeys.bankReport,
    queryFn: ({ signal }) => consoleApi('GET /bank-statements', { signal }),
  })
  return (
    <Section
      title={t.title}
      actions={
        <Allowed to="POST /bank-statements">
          <StatementImport />
        </Allowed>
      }
    >
      <QueryView query={query} what={t.what} lines={4}>
        {(report) =>
          report.statements.length === 0 ? (
            <EmptyState title={t.none.title}>
              <p>{t.none.text}</p>
            </EmptyState>
          ) : (
            <>
              <Comparison comparison={report} />
              <Statements statements={report.statements} />
            </>
          )
        }
      </QueryView>
    </Section>
  )
}

type Statement = BankReport['statements'][number]

const daysOf = ({ fromDay, toDay }: Statement): string => spanInWords({ from: fromDay, to: toDay })

function Statements({ statements }: { statements: readonly Statement[] }) {
  const [removing, setRemoving] = useState<Statement>()
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: ({ statementId }: Statement) =>
      consoleApi('DELETE /bank-statements/:statementId', { params: { statementId: String(statementId) } }),
    onSuccess() {
      setRemoving(undefined)
      showToast(t.remove.done, 'good')
    },
    onSettled: () => void client.invalidateQueries({ queryKey: queryKeys.allSettlements }),
  })
  return (
    <>
      <h3 className="mt-4 text-base">{t.list}</h3>
      <ul className="mt-1 max-w-3xl border-t border-rule">
        {statements.map((statement) => (
          <li
            key={statement.statementId}
            className="flex items-center justify-between gap-4 border-b border-rule py-1.5"
          >
            <span className="min-w-0 wrap-anywhere">
              {daysOf(statement)}{' '}
              <span translate="no" className="text-soft">
                {statement.name}
              </span>
            </span>
            <Allowed to="DELETE /bank-statements/:statementId">
              <Button small aria-label={t.remove.name(statement.name)} onClick={() => setRemoving(statement)}>
                {t.remove.open}
              </Button>
            </Allowed>
          </li>
        ))}
      </ul>
      {removing && (
        <Confirm
          open
          onClose={() => setRemoving(undefined)}
          onConfirm={() => remove.mutate(removing)}
          title={t.remove.name(removing.name)}
          action={t.remove.action}
          busy={remove.isPending}
          error={remove.error && <ErrorNote error={remove.error} what={t.remove.failed} />}
        >
          <p>{t.remove.text(removing.lines, daysOf(removing))}</p>
        </Confirm>
      )}
    </>
  )
}
