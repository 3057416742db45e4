import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { keep, readKept } from '../lib/kept.ts'
import { ChoiceList } from './palette/choice-list.tsx'
import { choicesFor } from './palette/choices.ts'
import { commandsFor } from './palette/commands.ts'
import { useCommandContext } from './palette/context.ts'
import { readRecent, remember } from './palette/recent.ts'
import { useHits } from './palette/use-hits.ts'

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
