import { type ImportedSettlements, UPLOADED_FILE_BYTES } from '@galla/contract/gateway-api/settlements'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { consoleApi } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { Button } from '../../components/controls.tsx'
import { Confirm, showToast } from '../../components/dialog.tsx'
import { ErrorNote } from '../../components/page.tsx'
import { amountText } from '../../i18n/format.ts'
import { countText, plural } from '../../i18n/plural.ts'

interface Chosen {
  readonly name: string
  readonly text: string
}

const readFile = async (file: File): Promise<Chosen> => {
  if (file.size > UPLOADED_FILE_BYTES)
    throw new Error('It has more than 8 MiB: import it with galla settlements import.')
  return { name: file.name.slice(0, 200), text: await file.text() }
}

/** Chooses a settlement report, shows what it adds up to, and imports it when it is confirmed. */
export function SettlementImport() {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen & { preview: ImportedSettlements }>()
  const client = useQueryClient()
  const preview = useMutation({
    mutationFn: async (file: File) => {
      const read = await readFile(file)
      return { ...read, preview: await consoleApi('POST /settlements/reports', { body: { ...read, preview: true } }) }
    },
    onSuccess: setChosen,
  })
  const store = useMutation({
    mutationFn: ({ name, text }: Chosen) => consoleApi('POST /settlements/reports', { body: { name, text } }),
    onSuccess({ stored, known }) {
      setChosen(undefined)
      showToast(`${plural(stored, 'row')} imported, ${countText(known)} known before`, 'good')
    },
    onSettled: () => void client.invalidateQueries({ queryKey: queryKeys.allSettlements }),
  })
  return (
    <>
      <Button busy={preview.isPending} onClick={() => input.current?.click()}>
        <FileUp size={16} aria-hidden />
        {preview.isPending ? 'Reading…' : 'Import a report…'}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv,text/plain"
        aria-label="Settlement report"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file can be chosen again after it was corrected.
          target.value = ''
          if (file && !preview.isPending) preview.mutate(file)
        }}
      />
      {preview.error && <ErrorNote error={preview.error} what="The report was not read, and nothing was stored." />}
      {chosen && (
        <Confirm
          open
          onClose={() => setChosen(undefined)}
          onConfirm={() => store.mutate(chosen)}
          title={`Import ${chosen.name}`}
          action={`Import ${plural(chosen.preview.rows, 'row')}`}
          busy={store.isPending}
          error={store.error && <ErrorNote error={store.error} what="The report was not imported." />}
        >
          <Preview found={chosen.preview} />
        </Confirm>
      )}
    </>
  )
}

function Preview({ found }: { found: ImportedSettlements }) {
  const { payments, refunds, deductions, fees, taxes, settlements, known, problems } = found
  const untied = settlements.filter(({ settlementId, utr }) => settlementId === undefined && utr === undefined)
  const differing = settlements.filter(({ amount, sum }) => amount !== undefined && amount !== sum)
  const lines = [
    [plural(payments.count, 'payment'), payments.amount],
    [plural(refunds.count, 'refund'), -refunds.amount],
    ['Fees', -fees],
    ['Taxes', -taxes],
    [plural(deductions.count, 'deduction'), -deductions.amount],
  ] as const
  return (
    <div className="grid gap-3">
      <dl className="tabular-nums">
        {lines.map(([name, amount]) => (
          <div key={name} className="flex justify-between gap-4 border-b border-rule py-1.5">
            <dt>{name}</dt>
            <dd>{amountText(amount)}</dd>
          </div>
        ))}
      </dl>
      {known > 0 && <p className="text-soft">{plural(known, 'row')} of it known before: nothing is stored twice.</p>}
      {problems.map(({ line, problem }) => (
        <p key={line} className="text-bad">
          Row {line} {problem}.
        </p>
      ))}
      {untied.length > 0 && (
        <p className="text-soft">Rows without the id or UTR of a settlement count, but belong to no settlement.</p>
      )}
      {differing.map(({ settlementId, sum, amount = 0 }) => (
        <p key={settlementId} className="wrap-anywhere text-bad">
          {settlementId}: {amountText(sum)} in the file, {amountText(amount)} at the provider. Check the signs of the
          fees.
        </p>
      ))}
    </div>
  )
}
