import type { SavedView, ViewContent, ViewList } from '@galla/contract/gateway-api/views'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useNow } from '../../api/browser.ts'
import { consoleApi } from '../../api/client.ts'
import { queryKeys, viewsQuery } from '../../api/queries.ts'
import { messages } from '../../i18n/messages.ts'
import { visibleText } from '../../i18n/visible-text.ts'
import { Button, Field } from '../controls.tsx'
import { Dialog } from '../dialog.tsx'
import { ErrorNote, QueryView } from '../page.tsx'
import { viewsEnglish } from './english.ts'
import { isSame, nameError, searchOf, viewInWords } from './saved-views.ts'
import { type ViewChange, ViewRow } from './view-row.tsx'

const t = messages('saved-views/dialog', viewsEnglish)

interface ViewsDialogProps {
  list: ViewList
  /** The view that the list shows now. */
  shown: ViewContent
  onClose(): void
}

/** The saved views of a list, to apply and to manage, and a form that saves what the list shows. */
export function ViewsDialog(props: ViewsDialogProps) {
  const query = useQuery(viewsQuery)
  return (
    <Dialog open onClose={props.onClose} title={t.title}>
      <QueryView query={query} what={t.what}>
        {(views) => <ViewsPanel {...props} views={views.filter(({ list }) => list === props.list)} />}
      </QueryView>
    </Dialog>
  )
}

function ViewsPanel({ list, shown, views, onClose }: ViewsDialogProps & { views: readonly SavedView[] }) {
  const now = useNow()
  const navigate = useNavigate()
  const client = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const change = useMutation({
    mutationFn: async ({ send, done }: ViewChange) => {
      await send()
      return done
    },
    // After a failure as well: somebody else may have deleted the view.
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.views }),
  })
  const rowsOf = (group: readonly SavedView[]) =>
    group.map((view) => (
      <ViewRow
        key={view.viewId}
        view={view}
        others={group.filter((one) => one !== view)}
        isShown={isSame(view, shown, now)}
        busy={change.isPending}
        onApply={() => {
          void navigate({ to: '.', search: (() => searchOf(view, now)) as never })
          onClose()
        }}
        onChange={(next) => change.mutate(next)}
        onGone={(next) => {
          change.mutate(next)
          // The button that had the focus goes.
          field.current?.focus()
        }}
      />
    ))
  const [shared, own] = [views.filter((view) => view.shared), views.filter((view) => !view.shared)]
  return (
    <div className="grid gap-4">
      <SaveForm
        list={list}
        field={field}
        others={own}
        shown={shown}
        busy={change.isPending}
        onSave={(name) =>
          change.mutate({
            send: () => consoleApi('POST /views', { body: { list, name, ...shown } }),
            done: t.save.done(visibleText(name)),
          })
        }
      />
      <p role="status" className="text-sm empty:hidden">
        {change.data}
      </p>
      {change.error && <ErrorNote error={change.error} what={t.failed} />}
      {views.length === 0 && <p className="text-soft">{t.empty}</p>}
      <ViewGroup title={t.shared}>{rowsOf(shared)}</ViewGroup>
      <ViewGroup title={t.own}>{rowsOf(own)}</ViewGroup>
      <p className="text-sm text-soft">{t.note}</p>
    </div>
  )
}

function ViewGroup({ title, children }: { title: string; children: React.ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <section>
      <h3 className="pb-1 text-sm text-soft">{title}</h3>
      <ul aria-label={title} className="border-b border-rule">
        {children}
      </ul>
    </section>
  )
}

interface SaveFormProps {
  list: ViewList
  field: React.Ref<HTMLInputElement>
  others: readonly SavedView[]
  shown: ViewContent
  busy: boolean
  onSave(name: string): void
}

function SaveForm({ list, field, others, shown, busy, onSave }: SaveFormProps) {
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        const wrong = nameError(name, others)
        setError(wrong)
        if (wrong !== undefined || busy) return
        onSave(name.trim())
        setName('')
      }}
    >
      <Field
        label={t.save.name}
        ref={field}
        data-first
        value={name}
        onChange={setName}
        error={error}
        hint={viewInWords(shown, list)}
        autoComplete="off"
        placeholder={t.save.example}
      />
      <Button type="submit" busy={busy} className="justify-self-start">
        {t.save.action}
      </Button>
    </form>
  )
}
