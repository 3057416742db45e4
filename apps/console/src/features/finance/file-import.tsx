import { UPLOADED_FILE_BYTES } from '@galla/contract/gateway-api/settlements'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { queryKeys } from '../../api/queries.ts'
import { Confirm, showToast } from '../../components/dialog.tsx'
import { FileButton, type FileButtonProps } from '../../components/file-button.tsx'
import { ErrorNote, UnreadableFile } from '../../components/page.tsx'

/** A file as the gateway takes it. */
interface NamedText {
  readonly name: string
  readonly text: string
}

interface FileImportProps<Found> extends Pick<FileButtonProps, 'accept'> {
  texts: FileButtonProps['texts'] & {
    readonly tooLarge: string
    readonly notRead: string
    readonly failed: string
    readonly title: (name: string) => string
    readonly done: (stored: number, known: number) => string
  }
  /** Sends the file to the gateway. With `preview`, the gateway stores nothing. */
  send: (body: NamedText & { preview?: true }) => Promise<Found>
  action: (found: Found) => string
  /** The gateway's findings in the file. */
  children: (found: Found) => ReactNode
}

/** Chooses a file of settlements or of the bank, shows what the gateway found in the file, and imports the file when that is confirmed. */
export function FileImport<Found extends { stored: number; known: number }>(props: FileImportProps<Found>) {
  const { accept, texts, send, action, children } = props
  const [chosen, setChosen] = useState<NamedText & { found: Found }>()
  const client = useQueryClient()
  const preview = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > UPLOADED_FILE_BYTES) throw new UnreadableFile(texts.tooLarge)
      const read = { name: file.name.slice(0, 200), text: await file.text() }
      return { ...read, found: await send({ ...read, preview: true }) }
    },
    onSuccess: setChosen,
  })
  const store = useMutation({
    mutationFn: ({ name, text }: NamedText) => send({ name, text }),
    onSuccess({ stored, known }) {
      setChosen(undefined)
      showToast(texts.done(stored, known), 'good')
    },
    onSettled: () => void client.invalidateQueries({ queryKey: queryKeys.allSettlements }),
  })
  return (
    <>
      <FileButton accept={accept} texts={texts} busy={preview.isPending} onFile={preview.mutate} />
      {preview.error && <ErrorNote error={preview.error} what={texts.notRead} />}
      {chosen && (
        <Confirm
          open
          onClose={() => setChosen(undefined)}
          onConfirm={() => store.mutate(chosen)}
          title={texts.title(chosen.name)}
          action={action(chosen.found)}
          busy={store.isPending}
          error={store.error && <ErrorNote error={store.error} what={texts.failed} />}
        >
          {children(chosen.found)}
        </Confirm>
      )}
    </>
  )
}
