import { useNavigate, useSearch } from '@tanstack/react-router'
import { Bookmark } from 'lucide-react'
import { useRef, useState } from 'react'
import { consoleUrl, readSetting, stringifySearch, useNow, writeSetting } from '../../api/browser.ts'
import { Button, Field } from '../controls.tsx'
import { CopyText } from '../copy.tsx'
import { Dialog } from '../dialog.tsx'
import { Menu, type MenuItem } from '../menu.tsx'
import {
  isSame,
  nameError,
  parseViews,
  type SavedView,
  searchOf,
  viewInWords,
  viewOf,
  withView,
} from './saved-views.ts'

interface MenuWithViewsProps {
  /** Path of the list below the console: `orders`. */
  path: string
  /** The other items. */
  menu: readonly MenuItem[]
}

/** The menu of a list whose filters, columns and days can be named and applied again. The views stay in this browser. */
export function MenuWithViews({ path, menu }: MenuWithViewsProps) {
  const now = useNow()
  const search: { readonly [name: string]: string | undefined } = useSearch({ strict: false })
  const [open, setOpen] = useState(false)
  const [views, setViews] = useState(() => parseViews(readSetting(settingOf(path))))
  const store = (next: readonly SavedView[]) => {
    setViews(next)
    writeSetting(settingOf(path), next.length === 0 ? undefined : JSON.stringify(next))
  }
  const shown = viewOf('', search, now)
  const current = views.find((view) => isSame(view, shown, now))
  const item: MenuItem = {
    label: current ? `View: ${current.name}` : 'Views',
    Icon: Bookmark,
    onPress() {
      // Another tab may have changed them.
      setViews(parseViews(readSetting(settingOf(path))))
      setOpen(true)
    },
  }
  return (
    <>
      <Menu items={[item, ...menu]} />
      <Dialog open={open} onClose={() => setOpen(false)} title="Saved views">
        <ViewsPanel path={path} views={views} shown={shown} onChange={store} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

const settingOf = (path: string): string => `views ${path}`

interface ViewsPanelProps {
  path: string
  views: readonly SavedView[]
  /** The view that the list shows now. */
  shown: SavedView
  onChange(views: readonly SavedView[]): void
  onClose(): void
}

function ViewsPanel({ path, views, shown, onChange, onClose }: ViewsPanelProps) {
  const now = useNow()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const [status, setStatus] = useState('')
  const apply = (view: SavedView) => {
    void navigate({ to: '.', search: (() => searchOf(view, now)) as never })
    onClose()
  }
  const remove = (view: SavedView) => {
    onChange(views.filter((one) => one !== view))
    setStatus(`The view “${view.name}” is deleted.`)
    // The button that had the focus is gone.
    field.current?.focus()
  }
  return (
    <div className="grid gap-4">
      <SaveForm
        path={path}
        field={field}
        views={views}
        shown={shown}
        onSave={(name) => {
          onChange(withView(views, { ...shown, name }))
          setStatus(`The view “${name}” is saved.`)
        }}
      />
      <p role="status" className="text-sm empty:hidden">
        {status}
      </p>
      {views.length === 0 ? (
        <p className="text-soft">No view is saved yet.</p>
      ) : (
        <ul aria-label="Saved views" className="border-b border-rule">
          {views.map((view) => (
            <ViewRow
              path={path}
              key={view.name}
              view={view}
              views={views}
              link={consoleUrl(`${path}${stringifySearch(searchOf(view, now))}`)}
              isCurrent={isSame(view, shown, now)}
              onApply={() => apply(view)}
              onRename={(name) => {
                onChange(
                  withView(
                    views.filter((one) => one !== view),
                    { ...view, name },
                  ),
                )
                setStatus(`The view is now called “${name}”.`)
              }}
              onRemove={() => remove(view)}
            />
          ))}
        </ul>
      )}
      <p className="text-sm text-soft">
        Views are saved in this browser only. To share one, copy its link. Days like “Last 7 days” are those of the day
        on which a view is applied; a link has the days of today.
      </p>
    </div>
  )
}

interface SaveFormProps {
  path: string
  field: React.Ref<HTMLInputElement>
  views: readonly SavedView[]
  shown: SavedView
  onSave(name: string): void
}

function SaveForm({ path, field, views, shown, onSave }: SaveFormProps) {
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        const wrong = nameError(name, views)
        setError(wrong)
        if (wrong !== undefined) return
        onSave(name.trim())
        setName('')
      }}
    >
      <Field
        label="Save what the list shows now as"
        ref={field}
        data-first
        value={name}
        onChange={setName}
        error={error}
        hint={viewInWords(shown, path)}
        autoComplete="off"
        placeholder="Failed cards, last 7 days"
      />
      <Button type="submit" className="justify-self-start">
        Save the view
      </Button>
    </form>
  )
}

interface ViewRowProps {
  path: string
  view: SavedView
  views: readonly SavedView[]
  link: string
  isCurrent: boolean
  onApply(): void
  onRename(name: string): void
  onRemove(): void
}

function ViewRow({ path, view, views, link, isCurrent, onApply, onRename, onRemove }: ViewRowProps) {
  const [naming, setNaming] = useState(false)
  const { name } = view
  return (
    <li className="grid gap-1 border-t border-rule py-2">
      {naming ? (
        <RenameForm
          name={name}
          views={views}
          onCancel={() => setNaming(false)}
          onRename={(next) => {
            setNaming(false)
            if (next !== name) onRename(next)
          }}
        />
      ) : (
        <button
          type="button"
          aria-current={isCurrent || undefined}
          onClick={onApply}
          className="grid min-h-11 w-full content-center rounded-edge text-left hover:bg-brass-wash"
        >
          <span className="font-strong wrap-anywhere text-brass">
            <span className="sr-only">Apply </span>
            {name}
            {isCurrent && <span className="font-normal text-soft"> (shown)</span>}
          </span>
          <span className="text-sm wrap-anywhere text-soft">{viewInWords(view, path)}</span>
        </button>
      )}
      <div className="-ml-2 flex flex-wrap">
        <CopyText text={link}>Copy link</CopyText>
        <Button small variant="ghost" aria-label={`Rename ${name}`} onClick={() => setNaming(true)}>
          Rename
        </Button>
        <Button small variant="ghost" aria-label={`Delete ${name}`} onClick={onRemove}>
          Delete
        </Button>
      </div>
    </li>
  )
}

const focusAtOnce = (input: HTMLInputElement | null) => input?.select()

interface RenameFormProps {
  name: string
  views: readonly SavedView[]
  onRename(name: string): void
  onCancel(): void
}

function RenameForm({ name, views, onRename, onCancel }: RenameFormProps) {
  const [typed, setTyped] = useState(name)
  const [error, setError] = useState<string>()
  return (
    <form
      className="flex flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        const wrong = nameError(typed, views, name)
        setError(wrong)
        if (wrong === undefined) onRename(typed.trim())
      }}
    >
      <div className="min-w-40 flex-1">
        <Field
          label={`New name of ${name}`}
          hideLabel
          ref={focusAtOnce}
          value={typed}
          onChange={setTyped}
          error={error}
          autoComplete="off"
        />
      </div>
      <Button type="submit">Rename</Button>
      <Button variant="ghost" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  )
}
