import { ChevronDown, ChevronUp, Search } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { messages } from '../../i18n/messages.ts'
import { Button, Field, ScrollRegion } from '../controls.tsx'
import { CopyText } from '../copy.tsx'
import { jsonEnglish } from './english.ts'
import type { JsonSubject } from './json-leaf.tsx'
import { JsonRow, JsonTree } from './json-node.tsx'
import {
  ALL,
  childrenOf,
  findMatches,
  isContainer,
  type JsonNode,
  MAX_MATCHES,
  type Match,
  openPaths,
  rootOf,
} from './json-tree.ts'

const t = messages('components/json', jsonEnglish)

interface JsonViewProps {
  value: unknown
  /** Name of the value, and of its region. */
  label: string
  /** The record that contains the value. With it, masked values can be revealed, which the gateway logs. */
  subject?: JsonSubject
  /** Path of `value` in the record: `request.metaInfo`. */
  path?: string
}

/**
 * A JSON value as a tree that folds, is searched, and is copied as a whole or one value at a time.
 *
 * Only open nodes are rendered, in groups of 100 children: a body of a megabyte opens at once.
 */
export function JsonView({ value, label, subject, path = '' }: JsonViewProps) {
  const root = useMemo(() => rootOf(value, path), [value, path])
  const first = useMemo(() => openPaths(root), [root])
  const [chosen, setOpen] = useState<ReadonlySet<string>>()
  const [selected, setSelected] = useState<JsonNode>()
  const [searching, setSearching] = useState(false)
  const search = useSearch(root, searching)
  const region = useRef<HTMLDivElement>(null)
  const parents = search.match?.parents
  const open = useMemo(() => new Set([...(chosen ?? first), ...(parents ?? [])]), [chosen, first, parents])
  const current = search.match?.path
  useEffect(() => {
    if (current === undefined) return
    const row = region.current?.querySelector(`[data-json-row="${CSS.escape(current)}"]`)
    const target = row?.querySelector('mark') ?? row
    target?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const toggle = (path: string) => {
    const next = new Set(open)
    if (!next.delete(path)) next.add(path)
    setOpen(next)
    search.stay()
  }
  const children = childrenOf(root)
  const isNested = children.some((child) => isContainer(child.value))
  const isFolded = open.size <= 1
  return (
    <figure className="min-w-0 rounded-edge border border-rule bg-sheet">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 border-b border-rule py-1 pr-1 pl-4 text-sm text-soft">
        {label}
        <span className="flex">
          {(isNested || children.length > 5) && (
            <Button small variant="ghost" aria-expanded={searching} onClick={() => setSearching(!searching)}>
              <Search size={16} aria-hidden />
              <span className="max-sm:sr-only">{t.search.open}</span>
            </Button>
          )}
          {isNested && (
            <Button
              small
              variant="ghost"
              onClick={() => {
                setOpen(isFolded ? openPaths(root, ALL) : new Set(['']))
                search.stay()
              }}
            >
              {isFolded ? t.openAll : t.foldAll}
            </Button>
          )}
          <CopyText text={() => copyText(value)}>{t.copy}</CopyText>
        </span>
      </figcaption>
      {searching && <SearchBar label={label} search={search} onClose={() => setSearching(false)} />}
      <div className="group">
        <ScrollRegion ref={region} label={label} onKeyDown={onTreeKeys} className="font-mono text-xs leading-6">
          <JsonTree
            value={{
              open,
              selected: selected?.path ?? current,
              searched: search.text,
              current,
              subject,
              toggle,
              select: setSelected,
            }}
          >
            <ul className="pl-3.5">
              <JsonRow node={root} />
            </ul>
          </JsonTree>
        </ScrollRegion>
        {isContainer(value) && (
          <p className="hidden border-t border-rule px-4 py-1 text-sm text-soft group-has-[[data-json-button]:focus-visible]:block">
            {t.keys}
          </p>
        )}
      </div>
      {selected && selected.path !== '' && <Selected key={selected.path} node={selected} />}
    </figure>
  )
}

/** A string as it is, anything else as JSON with an indentation of two spaces. */
const copyText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

/** Path of the chosen value, with what can be copied. */
function Selected({ node: { path, value, range } }: { node: JsonNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 border-t border-rule py-1 pr-1 pl-4 text-sm">
      <code translate="no" className="min-w-0 font-mono text-xs wrap-anywhere">
        {path}
      </code>
      {!range && (
        <span className="flex">
          <CopyText text={path}>{t.copyPath}</CopyText>
          <CopyText text={() => copyText(value)}>{t.copyValue}</CopyText>
        </span>
      )}
    </div>
  )
}

interface TreeSearch {
  readonly typed: string
  /** The text that the rows are marked with. */
  readonly text: string
  readonly count: number
  /** Index of the current match. */
  readonly at: number
  readonly match: Match | undefined
  type(text: string): void
  step(by: number): void
  /** Keeps what is open as it is, so that a node of the current match can be folded. */
  stay(): void
}

function useSearch(root: JsonNode, searching: boolean): TreeSearch {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [staying, setStaying] = useState(false)
  const text = useDeferredValue(searching ? typed.trim() : '')
  const matches = useMemo(() => findMatches(root, text), [root, text])
  return {
    typed,
    text,
    count: matches.length,
    at,
    match: staying ? undefined : matches[at],
    type(next) {
      setTyped(next)
      setAt(0)
      setStaying(false)
    },
    step(by) {
      if (matches.length > 0) setAt((at + by + matches.length) % matches.length)
      setStaying(false)
    },
    stay: () => setStaying(true),
  }
}

const focusAtOnce = (input: HTMLInputElement | null) => input?.focus()

function SearchBar({ label, search, onClose }: { label: string; search: TreeSearch; onClose(): void }) {
  const { typed, text, count, at, type, step } = search
  const id = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') onClose()
    else step(event.shiftKey ? -1 : 1)
  }
  const most = count === MAX_MATCHES ? '+' : ''
  return (
    <search
      aria-label={t.search.label(label)}
      className="flex flex-wrap items-center gap-2 border-b border-rule px-4 py-2"
    >
      <div className="min-w-24 flex-1">
        <Field
          label={t.search.field}
          hideLabel
          ref={focusAtOnce}
          value={typed}
          onChange={type}
          onKeyDown={onKeyDown}
          placeholder={t.search.field}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={id}
        />
      </div>
      <p id={id} role="status" className="min-w-12 text-sm tabular-nums">
        {text === '' ? '' : count === 0 ? t.search.none : t.search.at(at + 1, count, most)}
      </p>
      <span className="flex">
        <Button small variant="ghost" aria-label={t.search.previous} disabled={count === 0} onClick={() => step(-1)}>
          <ChevronUp size={16} aria-hidden />
        </Button>
        <Button small variant="ghost" aria-label={t.search.next} disabled={count === 0} onClick={() => step(1)}>
          <ChevronDown size={16} aria-hidden />
        </Button>
      </span>
    </search>
  )
}

const STEPS: { readonly [key: string]: (at: number, last: number) => number } = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** Keys of the tree: Up, Down, Home and End move between the lines, Left folds and Right opens. */
function onTreeKeys(event: KeyboardEvent<HTMLElement>): void {
  const button = event.target
  if (!(button instanceof HTMLElement) || !button.matches('[data-json-button]')) return
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const step = STEPS[event.key]
  if (step) {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-json-button]')]
    buttons[step(buttons.indexOf(button), buttons.length - 1)]?.focus()
  } else if (event.key === (button.ariaExpanded === 'true' ? 'ArrowLeft' : 'ArrowRight')) {
    if (button.ariaExpanded === null) return
    button.click()
  } else {
    return
  }
  event.preventDefault()
  event.stopPropagation()
}
