import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { keep, readKept } from '../api/browser.ts'
import { call } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { type ChoiceGroup, choicesFor, readRecent, remember } from './command-choices.ts'
import { commandsFor, useCommandContext } from './commands.ts'

interface PaletteProps {
  /** Called when something was chosen, and by Esc. */
  onClose(): void
}

const RECENT = 'recent'

/** Find a page, an action or anything by its id. Loaded when it is first opened. */
export function Palette({ onClose }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useId()
  const context = useCommandContext()
  const [typed, setTyped] = useState('')
  const [pointed, setPointed] = useState<string>()
  const [recents] = useState(() => readRecent(readKept(RECENT)))
  const { hits, settled } = useHits(typed)
  const groups = useMemo(() => choicesFor(typed, commandsFor(context), hits, recents), [typed, context, hits, recents])
  const choices = groups.flatMap((group) => group.choices)
  const active = choices.find(({ id }) => id === pointed) ?? choices[0]
  const optionId = (id: string) => `${list} ${id}`.replace(/[^\w-]+/g, '_')

  useEffect(() => {
    const here = dialog.current
    here?.showModal()
    return () => here?.close()
  }, [])

  const choose = (id: string | undefined) => {
    const choice = choices.find((one) => one.id === id)
    if (!choice) return
    keep(RECENT, JSON.stringify(remember(recents, choice.recent)))
    onClose()
    void Promise.resolve(choice.run(context)).catch((error: unknown) =>
      context.say(`${choice.title}: ${error instanceof Error ? error.message : 'it did not work'}`, 'bad'),
    )
  }
  const step = (by: number) => {
    const at = choices.findIndex(({ id }) => id === active?.id)
    const next = choices[(at + by + choices.length) % choices.length]
    if (!next) return
    setPointed(next.id)
    document.getElementById(optionId(next.id))?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined) step(by)
    else if (event.key === 'Enter') choose(active?.id)
    else return
    event.preventDefault()
  }

  return (
    // Esc does the same as a press beside it.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <dialog
      ref={dialog}
      aria-label="Find a page or an action"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
      className="mx-auto mt-[10dvh] mb-auto w-[calc(100%-2rem)] max-w-xl overflow-hidden rounded-edge border border-rule-strong bg-sheet p-0 text-ink backdrop:bg-ink/40 max-sm:mt-4 dark:backdrop:bg-paper/80"
    >
      <div className="relative border-b border-rule">
        <Search
          size={18}
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-soft"
        />
        <input
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(active.id)}
          aria-label="A page, an action, or any id"
          placeholder="A page, an action, or any id"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setPointed(undefined)
          }}
          onKeyDown={onKeyDown}
          className="min-h-13 w-full bg-transparent pr-4 pl-12 outline-none placeholder:text-soft"
        />
      </div>
      <ChoiceList
        id={list}
        groups={groups}
        active={active?.id}
        optionId={optionId}
        onPoint={setPointed}
        onChoose={choose}
      />
      <p role="status" className={choices.length === 0 ? 'px-4 pb-4 text-soft' : 'unseen'}>
        {choices.length > 0
          ? `${choices.length} to choose from`
          : settled
            ? 'Nothing by that name, and nothing in the books by that id.'
            : 'Looking…'}
      </p>
    </dialog>
  )
}

interface ChoiceListProps {
  id: string
  groups: readonly ChoiceGroup[]
  /** Id of the choice that Enter would take. */
  active: string | undefined
  optionId(choiceId: string): string
  onPoint(choiceId: string): void
  onChoose(choiceId: string): void
}

/** Lines to choose from, under their headings. The focus stays in the field; this only shows where one is. */
export function ChoiceList({ id, groups, active, optionId, onPoint, onChoose }: ChoiceListProps) {
  return (
    <div id={id} role="listbox" aria-label="Pages and actions" className="max-h-[60dvh] overflow-y-auto py-2">
      {groups.map(({ label, choices }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group inside a listbox has no element of its own
        <div key={label} role="group" aria-label={label}>
          <p aria-hidden="true" className="px-4 pt-2 pb-1 text-xs text-soft">
            {label}
          </p>
          {choices.map(({ id: choiceId, title, even, says, keys }) => (
            // The field hears the keys.
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            // biome-ignore lint/a11y/useFocusableInteractive: see above
            <div
              key={choiceId}
              id={optionId(choiceId)}
              role="option"
              aria-selected={choiceId === active}
              onPointerMove={() => choiceId !== active && onPoint(choiceId)}
              onClick={() => onChoose(choiceId)}
              className="mx-2 flex min-h-10 cursor-pointer items-center justify-between gap-4 rounded-edge px-2 max-sm:flex-wrap max-sm:gap-y-0 max-sm:py-1 aria-selected:bg-brass-wash aria-selected:outline-1 aria-selected:-outline-offset-1 aria-selected:outline-brass"
            >
              <span className={`min-w-0 truncate ${even ? 'font-mono text-xs' : ''}`}>{title}</span>
              <span className="shrink-0 text-xs text-soft">{says}</span>
              {keys !== undefined && (
                <span aria-hidden="true" className="shrink-0 font-mono text-xs text-soft max-sm:hidden">
                  {keys}
                </span>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

/** Fewer characters are no id. */
const LEAST = 3
/** So long after the last key the books are asked. Milliseconds. */
const PAUSE_MS = 200

/** What the books know by an id that begins to look like one. */
export function useHits(typed: string) {
  const [q, setQ] = useState('')
  const words = typed.trim()
  useEffect(() => {
    const timer = setTimeout(() => setQ(words), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  const asks = q.length >= LEAST && words.length >= LEAST
  const { data } = useQuery({
    queryKey: keys.search(q),
    queryFn: ({ signal }) => call('GET /search', { query: { q }, signal }),
    enabled: asks,
    placeholderData: keepPreviousData,
  })
  return { hits: asks ? (data?.hits ?? []) : [], settled: q === words && (!asks || data !== undefined) }
}
