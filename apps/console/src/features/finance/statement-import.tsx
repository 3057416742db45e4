import type { ImportedBankStatement } from '@galla/contract/gateway-api/bank-statements'
import { UPLOADED_FILE_BYTES } from '@galla/contract/gateway-api/settlements'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { consoleApi } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { Button } from '../../components/controls.tsx'
import { spanInWords } from '../../components/date-span.ts'
import { Confirm, showToast } from '../../components/dialog.tsx'
import { ErrorNote, Note, UnreadableFile } from '../../components/page.tsx'
import { amountText } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { Comparison } from './bank-comparison.tsx'
import { statementsEnglish } from './english-settlements.ts'
import { isOfAnotherAccount } from './settlement-messages.ts'

const { add: t } = messages('finance/statements', statementsEnglish)

interface Chosen {
  readonly name: string
  readonly text: string
}

const readFile = async (file: File): Promise<Chosen> => {
  if (file.size > UPLOADED_FILE_BYTES) throw new UnreadableFile(t.tooLarge)
  return { name: file.name.slice(0, 200), text: await file.text() }
}

/** Chooses a bank statement, shows it beside the settlements, and imports it when it is confirmed. */
export function StatementImport() {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen & { preview: ImportedBankStatement }>()
  const client = useQueryClient()
  const preview = useMutation({
    mutationFn: async (file: File) => {
      const read = await readFile(file)
      return { ...read, preview: await consoleApi('POST /bank-statements', { body: { ...read, preview: true } }) }
    },
    onSuccess: setChosen,
  })
  const store = useMutation({
    mutationFn: ({ name, text }: Chosen) => consoleApi('POST /bank-statements', { body: { name, text } }),
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
        accept=".csv,.txt,.xml,text/csv,text/plain,application/xml,text/xml"
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
          action={t.action}
          busy={store.isPending}
          error={store.error && <ErrorNote error={store.error} what={t.failed} />}
        >
          <Preview found={chosen.preview} />
        </Confirm>
      )}
    </>
  )
}

function Preview({ found }: { found: ImportedBankStatement }) {
  const { fromDay, toDay, lines, credits, stored, known, ignored, comparison } = found
  return (
    <div className="grid gap-3">
      <p>{t.sum(spanInWords({ from: fromDay, to: toDay }), lines, credits.count, amountText(credits.amount))}</p>
      {isOfAnotherAccount(found) && <Note tone="wait">{t.otherAccount}</Note>}
      <Comparison comparison={comparison} />
      <p className="text-soft">{t.stored(stored, known, ignored)}</p>
    </div>
  )
}
