import { type ReactNode, useEffect, useRef } from 'react'
import { ApiError } from '../api/client.ts'
import { Button } from './controls.tsx'
import { StateShape } from './records.tsx'

interface PageProps {
  title: string
  /** The page that this one belongs to. */
  up?: ReactNode
  /** Stands beside the title where it is more than text. */
  aside?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** No page was shown yet. */
let fresh = true

/** A page's title, what can be done on it, and its body. The title takes the focus, so that readers hear where they are. */
export function PageFrame({ title, up, aside, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Galla console`
    // Not when the console is opened by an address: then the focus is at its top, before the way past the navigation.
    const lost = document.activeElement === document.body && !fresh
    fresh = false
    if (lost || document.activeElement?.closest('nav')) heading.current?.focus()
  }, [title])
  return (
    <>
      {up && <p className="mb-1 text-sm text-soft">{up}</p>}
      <header className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-1">
          <h1 ref={heading} tabIndex={-1} className="text-xl wrap-anywhere">
            {title}
          </h1>
          {aside}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </>
  )
}

/** A part of a page under its own heading, above it a hairline. */
export function Section({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="mt-8 border-t border-rule pt-4">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base">{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  )
}

/** Names and values, in two columns where there is room. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode] | undefined)[] }) {
  return (
    <dl className="grid grid-cols-[minmax(8rem,auto)_minmax(0,1fr)] gap-x-6 gap-y-0">
      {rows.map(
        (row) =>
          row && (
            <div key={row[0]} className="col-span-2 grid grid-cols-subgrid border-b border-rule py-2 last:border-b-0">
              <dt className="text-soft">{row[0]}</dt>
              <dd className="min-w-0 wrap-anywhere">{row[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** Nothing here: why, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-2 px-4 py-12 text-center">
      <p className="text-lg font-strong">{title}</p>
      {children && <div className="grid justify-items-center gap-4 text-soft">{children}</div>}
    </div>
  )
}

/** Lines where words will be. */
export function Loading({ what, lines = 6 }: { what: string; lines?: number }) {
  return (
    <div role="status" aria-label={`Loading ${what}`} className="grid gap-4 py-2">
      {Array.from({ length: lines }, (_, line) => (
        // Nothing distinguishes one line from the next but its place.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <span key={line} className={`h-4 rounded-edge bg-rule ${WIDTHS[line % WIDTHS.length]}`} />
      ))}
    </div>
  )
}

const WIDTHS = ['w-full', 'w-11/12', 'w-3/4', 'w-10/12', 'w-2/3'] as const

interface ErrorNoteProps {
  error: unknown
  /** What could not be done: `The orders could not be read.` */
  what: string
  onRetry?: () => void
}

/** What went wrong, in the books' own words, and the way on. */
export function ErrorNote({ error, what, onRetry }: ErrorNoteProps) {
  return (
    <Note tone="bad" role="alert">
      <p>
        <strong>{what}</strong> {wordsOf(error)}
      </p>
      {onRetry && (
        <Button small onClick={onRetry}>
          Try again
        </Button>
      )}
    </Note>
  )
}

function wordsOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'The page itself broke on it; loading it again may help.'
  const { message, retryAfterSec } = error
  // Some refusals say it themselves.
  const silent = retryAfterSec === undefined || /try again in/i.test(message)
  return silent ? message : `${message} Try again in ${retryAfterSec} s.`
}

const LOOKS = {
  neutral: 'border-l-rule-strong bg-sheet',
  good: 'border-l-good bg-good-wash text-good',
  wait: 'border-l-wait bg-wait-wash text-wait',
  bad: 'border-l-bad bg-bad-wash text-bad',
} as const

const SHAPES = { neutral: 'open', good: 'done', wait: 'half', bad: 'hand' } as const

/** A few words that stand apart, with what can be done about them. */
export function Note({
  tone,
  role,
  children,
}: {
  tone: keyof typeof LOOKS
  role?: 'alert' | 'status'
  children: ReactNode
}) {
  return (
    <div role={role} className={`flex gap-3 rounded-edge border-l-4 px-4 py-3 ${LOOKS[tone]}`}>
      <span className="mt-1">
        <StateShape shape={SHAPES[tone]} />
      </span>
      <div className="grid min-w-0 justify-items-start gap-2 wrap-anywhere">{children}</div>
    </div>
  )
}
