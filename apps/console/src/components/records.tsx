import type { CallbackRecord } from '@galla/contract/gateway-api/callbacks'
import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNow } from '../api/browser.ts'
import { call } from '../api/client.ts'
import { amountText, middleOut, momentText, relativeText } from '../i18n/format.ts'
import { markOf, type Shape, type StateKind, type Tone } from '../i18n/terms.ts'
import { Button, ScrollBox } from './controls.tsx'
import { say } from './dialog.tsx'

/** Rupees in even figures: right-aligned columns line up by themselves. */
export function Amount({ paise, strong = false }: { paise: number; strong?: boolean }) {
  return (
    <span className={`whitespace-nowrap tabular-nums lining-nums ${strong ? 'font-strong' : ''}`}>
      {amountText(paise)}
    </span>
  )
}

/** How long ago, with the moment itself behind it; `full` shows both. Indian time. */
export function Time({ atMs, full = false }: { atMs: number; full?: boolean }) {
  const now = useNow()
  const moment = momentText(atMs)
  return (
    <time
      dateTime={new Date(atMs).toISOString()}
      title={moment}
      className={full ? 'tabular-nums' : 'whitespace-nowrap tabular-nums'}
    >
      {full ? (
        <>
          {moment} <span className="whitespace-nowrap">({relativeText(atMs, now)})</span>
        </>
      ) : (
        relativeText(atMs, now)
      )}
    </time>
  )
}

const SHOWN_MS = 1_500

/** Copies a text; `done` for a moment afterwards. */
export function useCopy(text: string): { done: boolean; copy(): Promise<void> } {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [done])
  return {
    done,
    async copy() {
      try {
        await navigator.clipboard.writeText(text)
        setDone(true)
      } catch {
        say('The browser does not let this page copy. Select the text instead.', 'bad')
      }
    },
  }
}

interface IdProps {
  value: string
  /** What it is, for the copy button's name: `order id`. */
  what: string
  /** Characters to show at most; the middle goes. Default 28. */
  most?: number
}

/** An id in even letters, whole or with its middle left out, and one tap to copy all of it. */
export function Id({ value, what, most = 28 }: IdProps) {
  const { done, copy } = useCopy(value)
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <span className="truncate font-mono text-xs" title={value}>
        {middleOut(value, most)}
      </span>
      <button
        type="button"
        aria-label={done ? `Copied ${what}` : `Copy ${what}`}
        onClick={(event) => {
          event.stopPropagation()
          event.preventDefault()
          void copy()
        }}
        className="relative grid size-6 shrink-0 place-items-center rounded-edge text-soft before:absolute before:-inset-1 hover:bg-brass-wash hover:text-ink"
      >
        {done ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      </button>
    </span>
  )
}

const LOOK = 'font-mono text-xs break-all text-brass underline decoration-1 underline-offset-2 hover:text-brass-deep'

/** An order's id that leads to its page. */
export function OrderLink({ merchantOrderId, most = 28 }: { merchantOrderId: string; most?: number }) {
  return (
    <Link to="/orders/$merchantOrderId" params={{ merchantOrderId }} title={merchantOrderId} className={LOOK}>
      {middleOut(merchantOrderId, most)}
    </Link>
  )
}

/** A refund's id that opens it among the refunds. */
export function RefundLink({ merchantRefundId, most = 28 }: { merchantRefundId: string; most?: number }) {
  return (
    <Link to="/refunds" search={{ open: merchantRefundId }} title={merchantRefundId} className={LOOK}>
      {middleOut(merchantRefundId, most)}
    </Link>
  )
}

/** A delivery that leads to its page. */
export function CallbackLink({ callbackId, children }: { callbackId: string; children?: string }) {
  return (
    <Link
      to="/callbacks/$callbackId"
      params={{ callbackId }}
      className={children ? LOOK.replace('font-mono text-xs ', '') : LOOK}
    >
      {children ?? callbackId}
    </Link>
  )
}

export const TONES: { readonly [Key in Tone]: string } = {
  good: 'text-good',
  wait: 'text-wait',
  bad: 'text-bad',
  neutral: 'text-soft',
}

/** A word, a shape and a colour: any two of them can be missed. */
export function StateMark({ kind, state }: { kind: StateKind; state: string }) {
  const { word, tone, shape } = markOf(kind, state)
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap ${TONES[tone]}`}>
      <StateShape shape={shape} />
      {word}
    </span>
  )
}

export function StateShape({ shape }: { shape: Shape }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 shrink-0 fill-none stroke-current stroke-[1.75]">
      {SHAPES[shape]}
    </svg>
  )
}

const ring = <circle cx="8" cy="8" r="6" />

const SHAPES: { readonly [Key in Shape]: React.ReactNode } = {
  done: (
    <>
      <circle cx="8" cy="8" r="6" className="fill-current" />
      <path d="M5 8.3l2.1 2.1L11 6.4" className="stroke-sheet" />
    </>
  ),
  half: (
    <>
      {ring}
      <path d="M8 2a6 6 0 0 1 0 12z" className="fill-current" />
    </>
  ),
  open: ring,
  cross: <path d="M3.5 3.5l9 9M12.5 3.5l-9 9" />,
  hand: <path d="M8 1.8l6.6 11.7H1.4zM8 6v3.6M8 11.4v.4" />,
  twice: (
    <>
      <circle cx="6" cy="8" r="4.4" />
      <circle cx="10" cy="8" r="4.4" />
    </>
  ),
  doubt: (
    <>
      <circle cx="8" cy="8" r="6" strokeDasharray="2.6 2.1" />
      <path d="M6.4 6.4a1.7 1.7 0 1 1 2.4 1.7c-.6.3-.8.6-.8 1.1M8 11.2v.3" />
    </>
  ),
}

/** An order's state; that it waits for a person goes before it. */
export function OrderMark({ order }: { order: Pick<Order, 'state' | 'needsReview'> }) {
  return <StateMark kind="order" state={order.needsReview ? 'PARKED' : order.state} />
}

/** A lost reply is no state of the provider's, but the one thing to know about it. */
export const markState = ({ state, inDoubt }: Pick<Refund, 'state' | 'inDoubt'>): string =>
  inDoubt ? 'IN_DOUBT' : state

/** What became of a delivery: its verdict, unless there is more to say. */
export function CallbackMark({ callback: { verdict, needsReview } }: { callback: CallbackRecord }) {
  return needsReview ? <StateMark kind="effect" state="needsReview" /> : <StateMark kind="callback" state={verdict} />
}

interface JsonViewProps {
  value: unknown
  /** Whose it is: masked values can be asked for under it, which is written down. Absent: only the masked form is kept. */
  of?: { kind: 'order' | 'refund'; id: string }
  /** Where `value` stands in what the books keep: `request.metaInfo`. */
  path?: string
  label: string
}

/** A payload as it is kept. What is masked has a button; pressing it is logged with the name of the value. */
export function JsonView({ value, of, path = '', label }: JsonViewProps) {
  return (
    <ScrollBox label={label} className="rounded-edge border border-rule bg-sheet font-mono text-xs">
      <Node value={value} path={path} of={of} />
    </ScrollBox>
  )
}

interface NodeProps {
  value: unknown
  path: string
  of: JsonViewProps['of']
}

function Node({ value, path, of }: NodeProps) {
  if (typeof value !== 'object' || value === null) return <Leaf value={value} path={path} of={of} />
  const entries: [string, unknown][] = Object.entries(value)
  const [open, shut] = Array.isArray(value) ? '[]' : '{}'
  if (entries.length === 0) return <span className="text-soft">{`${open}${shut}`}</span>
  return (
    <>
      <span className="text-soft">{open}</span>
      <ul className="border-l border-rule pl-4">
        {entries.map(([name, inner]) => (
          <li key={name} className="wrap-anywhere">
            {!Array.isArray(value) && <span className="text-soft">{name}: </span>}
            <Node value={inner} path={path === '' ? name : `${path}.${name}`} of={of} />
          </li>
        ))}
      </ul>
      <span className="text-soft">{shut}</span>
    </>
  )
}

const isMasked = (value: unknown): boolean => typeof value === 'string' && value.includes('****')

function Leaf({ value, path, of }: NodeProps) {
  const reveal = useMutation({
    mutationFn: (asked: NonNullable<JsonViewProps['of']>) => call('POST /reveal', { body: { ...asked, path } }),
  })
  const text = reveal.data?.value ?? value
  return (
    <>
      <span className={typeof text === 'string' ? '' : 'text-brass'}>
        {typeof text === 'string' ? JSON.stringify(text) : String(text)}
      </span>
      {of && isMasked(value) && !reveal.data && (
        <Button small look="plain" busy={reveal.isPending} onClick={() => reveal.mutate(of)} className="font-sans">
          Reveal<span className="unseen"> {path}, which is logged</span>
        </Button>
      )}
      {reveal.error && (
        <span role="alert" className="font-sans text-bad">
          {' '}
          {reveal.error.message}
        </span>
      )}
    </>
  )
}
