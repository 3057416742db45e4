import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { defined } from '../api/browser.ts'
import { ApiError } from '../api/client.ts'
import { messages, phrase } from '../i18n/messages.ts'
import { visibleText } from '../i18n/visible-text.ts'
import { Button, buttonClass } from './controls.tsx'
import { pageEnglish } from './english.ts'
import { StateIcon } from './records.tsx'

const t = messages('components/page', pageEnglish)

interface PageFrameProps {
  title: string
  /** `no` where the title is a name that people gave, such as that of a plan or a file. */
  translate?: 'no' | undefined
  /** Link to the parent page. */
  up?: ReactNode
  /** Shown before the title, larger than it. */
  lead?: ReactNode
  /** Shown beside the title. */
  aside?: ReactNode
  actions?: ReactNode
  /** Shown below the actions; on a phone above them, where they take many lines. */
  summary?: ReactNode
  /** True on the page of a list: less space, and the actions stay beside the title on a phone. @default false */
  dense?: boolean
  children: ReactNode
}

/** Longer titles are ids: they are smaller than what is beside them. */
const MAX_LARGE_TITLE = 24

let isFirstPage = true

/** Gives the document the title of a page. */
export function nameDocument(page: string): void {
  document.title = t.documentTitle(page)
}

/** A page with its title and actions. After a navigation the title takes the focus, so that screen readers announce the page. */
export function PageFrame({
  title: given,
  translate,
  up,
  lead,
  aside,
  actions,
  summary,
  dense = false,
  children,
}: PageFrameProps) {
  const title = visibleText(given)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    nameDocument(title)
    // The first page leaves the focus at the top of the document, before the skip link.
    const focusLost = document.activeElement === document.body && !isFirstPage
    isFirstPage = false
    if (focusLost || document.activeElement?.closest('nav')) heading.current?.focus()
  }, [title])
  return (
    <>
      {up && <p className="mb-1 text-sm text-soft">{up}</p>}
      <header
        className={`flex flex-wrap items-center justify-between gap-x-6 ${dense ? '-mt-3 mb-1 gap-y-1' : 'mb-6 gap-y-3'}`}
      >
        <div className={`flex min-w-0 flex-wrap items-baseline gap-x-4 ${dense ? 'flex-[1_1_8rem]' : 'gap-y-1'}`}>
          {lead && <div className="w-full">{lead}</div>}
          <h1
            ref={heading}
            tabIndex={-1}
            translate={translate}
            className={`wrap-anywhere ${lead || title.length > MAX_LARGE_TITLE ? 'text-lg' : 'text-xl'}`}
          >
            {title}
          </h1>
          {aside}
        </div>
        {actions && (
          <div className={`flex flex-wrap items-center gap-2 ${dense ? '' : 'max-sm:order-2 max-sm:w-full'}`}>
            {actions}
          </div>
        )}
        {summary && <div className="w-full sm:mt-3 max-sm:order-1">{summary}</div>}
      </header>
      {children}
    </>
  )
}

/** A part of a page with its own heading. */
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

/** Names and values in two columns; the children are `Detail`s. */
export function DescriptionList({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[minmax(8rem,auto)_minmax(0,1fr)] gap-x-6 gap-y-0">{children}</dl>
}

/** A name and its value in a `DescriptionList`; renders nothing when the value is undefined, null or false. */
export function Detail({ name, children }: { name: string; children: ReactNode }) {
  if (children === undefined || children === null || children === false) return null
  return (
    <div className="col-span-2 grid grid-cols-subgrid border-b border-rule py-2 last:border-b-0">
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{typeof children === 'string' ? visibleText(children) : children}</dd>
    </div>
  )
}

/** Shown in place of content that does not exist: the reason, and what to do. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-2 px-4 py-12 text-center">
      <p className="text-lg font-strong">{title}</p>
      {children && <div className="grid justify-items-center gap-4 text-soft">{children}</div>}
    </div>
  )
}

const SKELETON_WIDTHS = ['w-full', 'w-11/12', 'w-3/4', 'w-10/12', 'w-2/3'] as const

/** A skeleton of text lines. */
export function Loading({ what, lines = 6 }: { what: string; lines?: number }) {
  return (
    <div role="status" aria-label={t.loading(what)} className="grid gap-4 py-2">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no other identity
        <span key={line} className={`h-4 rounded-edge bg-rule ${SKELETON_WIDTHS[line % SKELETON_WIDTHS.length]}`} />
      ))}
    </div>
  )
}

interface ErrorNoteProps {
  error: unknown
  /** The failure: `The orders could not be loaded.` */
  what: string
  /** The same where it is not known whether a change was made; default: to look before it is repeated. */
  unknown?: string
  onRetry?: () => void
}

/** A file that cannot be read here. Its message says why, to the person who chose the file. */
export class UnreadableFile extends Error {}

/** An error with its message and a retry. */
export function ErrorNote({ error, what, unknown, onRetry }: ErrorNoteProps) {
  // It stays as it is until the role is another one.
  const isForbidden = onRetry !== undefined && error instanceof ApiError && error.code === 'NOT_ALLOWED'
  return (
    <Note tone="bad" role="alert">
      <p>
        {error instanceof ApiError && error.outcomeUnknown ? (
          <strong>{unknown ?? error.message}</strong>
        ) : (
          <>
            <strong>{what}</strong> {errorMessage(error, onRetry !== undefined)}
          </>
        )}
      </p>
      {isForbidden ? (
        <Link to="/" className={buttonClass()}>
          {t.back}
        </Link>
      ) : (
        onRetry && (
          <Button small onClick={onRetry}>
            {t.tryAgain}
          </Button>
        )
      )}
    </Note>
  )
}

function errorMessage(error: unknown, hasRetry: boolean): ReactNode {
  if (error instanceof UnreadableFile) return error.message
  if (!(error instanceof ApiError)) return hasRetry ? t.error : t.errorReload
  const { message, lang, original, retryAfterSec } = error
  const sentence = (
    <>
      <span lang={lang}>{message}</span>
      {original !== undefined &&
        phrase([
          ' ',
          <span key="original" lang="en">
            {original}
          </span>,
        ])}
    </>
  )
  const isComplete = retryAfterSec === undefined || /try again in/i.test(original ?? message)
  return isComplete ? sentence : phrase([sentence, ' ', t.waitFor(retryAfterSec)])
}

const NOTE_CLASSES = {
  neutral: 'border-l-rule-strong bg-sheet',
  good: 'border-l-good bg-good-wash text-good',
  wait: 'border-l-wait bg-wait-wash text-wait',
  bad: 'border-l-bad bg-bad-wash text-bad',
} as const

const NOTE_ICONS = { neutral: 'ring', good: 'check', wait: 'half', bad: 'warning' } as const

/** A message set apart from the content around it. */
export function Note(props: { tone: keyof typeof NOTE_CLASSES; role?: 'alert' | 'status'; children: ReactNode }) {
  const { tone, role, children } = props
  return (
    <div role={role} className={`flex gap-3 rounded-edge border-l-4 px-4 py-3 ${NOTE_CLASSES[tone]}`}>
      <span className="mt-1">
        <StateIcon icon={NOTE_ICONS[tone]} />
      </span>
      <div className="grid min-w-0 justify-items-start gap-2 wrap-anywhere">{children}</div>
    </div>
  )
}

interface QueryResult<Data> {
  data: Data | undefined
  error: Error | null
  /** How often it has failed. */
  errorUpdateCount: number
  refetch(): unknown
}

interface QueryViewProps<Data> {
  query: QueryResult<Data>
  /** Name of the data that is loading, with its article: `the order`. */
  what: string
  /** Lines of the skeleton. */
  lines?: number
  children(data: Data): ReactNode
}

/** Why a query has no data; also while it is read again, which would otherwise take the error away for a skeleton. */
export function useFailure({
  data,
  error,
  errorUpdateCount,
}: Omit<QueryResult<unknown>, 'refetch'>): Error | undefined {
  const [last, setLast] = useState<Error>()
  if (error && error !== last) setLast(error)
  return data === undefined && errorUpdateCount > 0 ? (error ?? last) : undefined
}

interface QueryTextProps<Data> {
  query: QueryResult<Data>
  /** Sentence in place of a record that does not exist. */
  missing: string
  children(data: Data): ReactNode
}

/** The data of a query in a line of text, or a mark while it is read, or a sentence with a retry. */
export function QueryText<Data>({ query, missing, children }: QueryTextProps<Data>) {
  const { data, refetch } = query
  const error = useFailure(query)
  if (data !== undefined) return children(data)
  if (!error) return '…'
  if (error instanceof ApiError && error.status === 404) return missing
  return (
    <span className="text-bad">
      {t.notRead}{' '}
      <button type="button" className="underline underline-offset-2" onClick={() => void refetch()}>
        {t.tryAgain}
      </button>
    </span>
  )
}

/** The data of a query, or a skeleton, or an error with a retry. */
export function QueryView<Data>({ query, what, lines, children }: QueryViewProps<Data>) {
  const { data, refetch } = query
  const error = useFailure(query)
  if (data !== undefined) return children(data)
  if (!error) return <Loading what={what} {...defined({ lines })} />
  return <ErrorNote error={error} what={t.notLoaded(what)} onRetry={() => void refetch()} />
}
