import type { SavedView } from '@galla/contract/gateway-api/views'
import { useState } from 'react'
import { consoleUrl, stringifySearch, useNow } from '../../api/browser.ts'
import { consoleApi } from '../../api/client.ts'
import { useMayCall } from '../../api/permissions.tsx'
import { messages } from '../../i18n/messages.ts'
import { roleLabel } from '../../i18n/terms.ts'
import { visibleText } from '../../i18n/visible-text.ts'
import { Button, Field } from '../controls.tsx'
import { CopyText } from '../copy.tsx'
import { RoleChoice } from '../role-choice.tsx'
import { viewsEnglish } from './english.ts'
import { nameError, searchOf, viewInWords } from './saved-views.ts'

const t = messages('saved-views/dialog', viewsEnglish)

/** A change of views. */
export interface ViewChange {
  send(): Promise<unknown>
  /** Said once it is done: `The view “Late” is deleted.` */
  done: string
}

interface ViewRowProps {
  view: SavedView
  /** The views that may not have the same name. */
  others: readonly SavedView[]
  /** True when the list shows the view now. */
  isShown: boolean
  busy: boolean
  onApply(): void
  onChange(change: ViewChange): void
  /** As `onChange`, for a change after which the row is gone from its place. */
  onGone(change: ViewChange): void
}

/** One saved view: a button that applies the view, and what the person may do with the view. */
export function ViewRow({ view, others, isShown, busy, onApply, onChange, onGone }: ViewRowProps) {
  const [editing, setEditing] = useState<'name' | 'roles'>()
  const now = useNow()
  const may = useMayCall()
  const { viewId, list, shared, opensFor } = view
  const name = visibleText(view.name)
  const params = { viewId }
  const mayChange = !shared || may('POST /shared-views/:viewId/rename')
  return (
    <li className="grid gap-1 border-t border-rule py-2">
      {editing === 'name' ? (
        <RenameForm
          name={view.name}
          others={others}
          onCancel={() => setEditing(undefined)}
          onRename={(next) => {
            setEditing(undefined)
            if (next === view.name) return
            const route = shared ? 'POST /shared-views/:viewId/rename' : 'POST /views/:viewId/rename'
            onChange({
              send: () => consoleApi(route, { params, body: { name: next } }),
              done: t.rename.done(visibleText(next)),
            })
          }}
        />
      ) : (
        <button
          type="button"
          aria-current={isShown || undefined}
          onClick={onApply}
          className="grid min-h-11 w-full content-center rounded-edge text-left hover:bg-brass-wash"
        >
          <span className="font-strong wrap-anywhere text-brass">
            <span className="sr-only">{t.apply}</span>
            <span translate="no">{name}</span>
            {isShown && <span className="font-normal text-soft">{t.shown}</span>}
          </span>
          <span className="text-sm wrap-anywhere text-soft">{viewInWords(view, list)}</span>
        </button>
      )}
      {shared && (
        <p className="text-sm wrap-anywhere text-soft">
          {t.savedBy(visibleText(view.savedBy))}
          {opensFor.length > 0 && t.opensFor(opensFor.map(roleLabel).join(', '))}
        </p>
      )}
      <div className="-ml-2 flex flex-wrap">
        <CopyText text={consoleUrl(`${list}${stringifySearch(searchOf(view, now))}`)}>{t.copy}</CopyText>
        {mayChange && (
          <Button small variant="ghost" aria-label={t.rename.label(name)} onClick={() => setEditing('name')}>
            {t.rename.action}
          </Button>
        )}
        {!shared && may('POST /views/:viewId/share') && (
          <Button
            small
            variant="ghost"
            busy={busy}
            aria-label={t.share.label(name)}
            onClick={() =>
              onGone({
                send: () => consoleApi('POST /views/:viewId/share', { params }),
                done: t.share.done(name),
              })
            }
          >
            {t.share.action}
          </Button>
        )}
        {shared && may('POST /shared-views/:viewId/roles') && (
          <Button
            small
            variant="ghost"
            aria-expanded={editing === 'roles'}
            aria-label={t.roles.label(name)}
            onClick={() => setEditing(editing === 'roles' ? undefined : 'roles')}
          >
            {t.roles.action}
          </Button>
        )}
        {mayChange && (
          <Button
            small
            variant="ghost"
            busy={busy}
            aria-label={t.delete.label(name)}
            onClick={() =>
              onGone({
                send: () => consoleApi(shared ? 'DELETE /shared-views/:viewId' : 'DELETE /views/:viewId', { params }),
                done: t.delete.done(name),
              })
            }
          >
            {t.delete.action}
          </Button>
        )}
      </div>
      {editing === 'roles' && (
        <RoleChoice
          legend={t.roles.legend}
          selected={opensFor}
          disabled={busy}
          onChange={(roles) =>
            onChange({
              send: () => consoleApi('POST /shared-views/:viewId/roles', { params, body: { roles } }),
              done: roles.length === 0 ? t.roles.none(name) : t.roles.done(name, roles.map(roleLabel).join(', ')),
            })
          }
        />
      )}
    </li>
  )
}

const focusAtOnce = (input: HTMLInputElement | null) => input?.select()

interface RenameFormProps {
  name: string
  others: readonly SavedView[]
  onRename(name: string): void
  onCancel(): void
}

function RenameForm({ name, others, onRename, onCancel }: RenameFormProps) {
  const [typed, setTyped] = useState(name)
  const [error, setError] = useState<string>()
  return (
    <form
      className="flex flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        const wrong = nameError(typed, others)
        setError(wrong)
        if (wrong === undefined) onRename(typed.trim())
      }}
    >
      <div className="min-w-40 flex-1">
        <Field
          label={t.rename.name(visibleText(name))}
          hideLabel
          ref={focusAtOnce}
          value={typed}
          onChange={setTyped}
          error={error}
          autoComplete="off"
        />
      </div>
      <Button type="submit">{t.rename.action}</Button>
      <Button variant="ghost" onClick={onCancel}>
        {t.rename.cancel}
      </Button>
    </form>
  )
}
