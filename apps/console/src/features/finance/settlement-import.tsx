import { type ImportedSettlements, UPLOADED_FILE_BYTES } from '@galla/contract/gateway-api/settlements'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { consoleApi } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { Button } from '../../components/controls.tsx'
import { Confirm, showToast } from '../../components/dialog.tsx'
import { ErrorNote, UnreadableFile } from '../../components/page.tsx'
import { amountText } from '../../i18n/format.ts'
import { messages, phrase } from '../../i18n/messages.ts'
import { importEnglish } from './english-settlements.ts'

const t = messages('finance/import', importEnglish)

interface Chosen {
  readonly name: string
  readonly text: string
}

const readFile = async (file: File): Promise<Chosen> => {
  if (file.size > UPLOADED_FILE_BYTES) throw new UnreadableFile(t.tooLarge)
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
      showToast(t.done(stored, known), 'good')
    },
    onSettled: () => void client.invalidateQueries({ queryKey: queryKeys.allSettlements }),
  })
  return (
    <>
      <Button busy={preview.isPending} onClick={() => input.current?.click()}>
        <FileUp size={16} aria-hidden />
        {preview.isPending ? t.busy : t.open}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv,text/plain"
        aria-label={t.input}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file can be chosen again after it was corrected.
          target.value = ''
          if (file && !preview.isPending) preview.mutate(file)
        }}
      />
      {preview.error && <ErrorNote error={preview.error} what={t.notRead} />}
      {chosen && (
        <Confirm
          open
          onClose={() => setChosen(undefined)}
          onConfirm={() => store.mutate(chosen)}
          title={t.title(chosen.name)}
          action={t.action(chosen.preview.rows)}
          busy={store.isPending}
          error={store.error && <ErrorNote error={store.error} what={t.failed} />}
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
    [t.payments(payments.count), payments.amount],
    [t.refunds(refunds.count), -refunds.amount],
    [t.fees, -fees],
    [t.taxes, -taxes],
    [t.deductions(deductions.count), -deductions.amount],
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
      {known > 0 && <p className="text-soft">{t.known(known)}</p>}
      {problems.map(({ line, problem }) => (
        <p key={line} className="text-bad">
          {/* The gateway says it in English. */}
          {phrase(t.problem(line, <span lang="en">{problem}</span>))}
        </p>
      ))}
      {untied.length > 0 && <p className="text-soft">{t.untied}</p>}
      {differing.map(({ settlementId, sum, amount = 0 }) => (
        <p key={settlementId} className="wrap-anywhere text-bad">
          {t.differs(settlementId ?? '', amountText(sum), amountText(amount))}
        </p>
      ))}
    </div>
  )
}
