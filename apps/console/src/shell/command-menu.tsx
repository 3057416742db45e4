import type { OrderWithTimeline } from '@galla/contract/gateway-api/decisions'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useMayCall } from '../api/permissions.tsx'
import { queryKeys } from '../api/queries.ts'
import { messages, phrase } from '../i18n/messages.ts'
import { nothingFoundHints } from '../i18n/search.ts'
import { visibleText } from '../i18n/visible-text.ts'
import { type ChoiceGroup, choicesFor, splitAction } from './command-choices.ts'
import { commandsFor, useCommandContext } from './commands.ts'
import { menuEnglish } from './english-commands.ts'
import { type Recent, readRecents, rememberRecent } from './recents.ts'
import { useHits } from './use-hits.ts'

const t = messages('shell/menu', menuEnglish)

/** Finds pages, actions and records: a combobox with a list, per the WAI-ARIA pattern. */
export function CommandMenu({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const listId = useId()
  const context = useCommandContext()
  const mayCheckStatus = useMayCall()('POST /orders/:merchantOrderId/sync')
  const [typed, setTyped] = useState('')
  const [pointed, setPointed] = useState<string>()
  const [recents] = useState(readRecents)
  const { hits, isDone } = useHits(splitAction(typed).rest)
  const groups = useMemo(() => {
    /** The reference of an order that was shown since the page was loaded. */
    const titleOf = (one: Recent) =>
      'id' in one ? context.client.getQueryData<OrderWithTimeline>(queryKeys.order(one.id))?.order.reference : undefined
    return choicesFor(typed, commandsFor(context), hits, recents, titleOf)
  }, [typed, context, hits, recents])
  const choices = groups.flatMap((group) => group.choices)
  const active = choices.find(({ id }) => id === pointed) ?? choices[0]
  const optionId = (id: string) => `${listId} ${id}`.replace(/[^\w-]+/g, '_')

  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  const choose = (id: string | undefined) => {
    const choice = choices.find((one) => one.id === id)
    if (!choice) return
    rememberRecent(choice.recent)
    onClose()
    void Promise.resolve(choice.run(context)).catch((error: unknown) =>
      context.showToast(`${choice.title}: ${error instanceof Error ? error.message : t.failed}`, 'bad'),
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc does the same as a press on the backdrop
    <dialog
      ref={dialog}
      aria-label={t.label}
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
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(active.id)}
          aria-label={t.search}
          placeholder={t.search}
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
        id={listId}
        groups={groups}
        active={active?.id}
        optionId={optionId}
        onPoint={setPointed}
        onChoose={choose}
      />
      {typed.trim() === '' && (
        <p className="border-t border-rule px-4 py-2 text-xs text-soft">
          {phrase(t.note(<kbd className="font-mono">refund cart-1067</kbd>))}
        </p>
      )}
      <p role="status" className={choices.length === 0 ? 'px-4 pb-4 text-soft' : 'sr-only'}>
        {choices.length > 0
          ? t.results(choices.length)
          : isDone
            ? `${t.nothing} ${nothingFoundHints(splitAction(typed).rest, mayCheckStatus).join(' ')}`
            : t.searching}
      </p>
    </dialog>
  )
}

interface ChoiceListProps {
  id: string
  groups: readonly ChoiceGroup[]
  /** Id of the choice that Enter selects. */
  active: string | undefined
  optionId(choiceId: string): string
  onPoint(choiceId: string): void
  onChoose(choiceId: string): void
}

/** The listbox. The focus stays in the combobox, whose `aria-activedescendant` names the active option. */
export function ChoiceList({ id, groups, active, optionId, onPoint, onChoose }: ChoiceListProps) {
  return (
    <div id={id} role="listbox" aria-label={t.list} className="max-h-[60dvh] overflow-y-auto py-2">
      {groups.map(({ label, choices }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox
        <div key={label} role="group" aria-label={label}>
          <p aria-hidden="true" className="px-4 pt-2 pb-1 text-xs text-soft">
            {label}
          </p>
          {choices.map(({ id: choiceId, title, mono, description, keys }) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys
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
              <span className={`min-w-0 truncate ${mono ? 'font-mono text-xs' : ''}`}>{visibleText(title)}</span>
              <span className="shrink-0 text-xs text-soft">{description}</span>
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
