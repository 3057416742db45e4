import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, consoleApi } from '../../api/client.ts'
import { useMayCall } from '../../api/permissions.tsx'
import { messages } from '../../i18n/messages.ts'
import { Button } from '../controls.tsx'
import { CopyButton } from '../copy.tsx'
import { RevealReason } from '../reveal-reason.tsx'
import { jsonEnglish } from './english.ts'
import { highlight, leafText } from './json-tree.ts'

const t = messages('components/json', jsonEnglish)

/** Characters of a string that are shown at first. */
const SHOWN = 2_000

/** The record that contains a JSON value. With it, masked values can be revealed, which the gateway logs. */
export interface JsonSubject {
  readonly kind: 'order' | 'refund'
  readonly id: string
}

/** A text with the parts marked that a search found. */
export function Marked({ text, searched, current }: { text: string; searched: string; current: boolean }) {
  if (searched === '') return text
  return highlight(text, searched).map(({ part, at, found }) =>
    found ? (
      <mark
        key={at}
        className={current ? 'bg-brass text-on-brass' : 'bg-brass-wash text-ink outline outline-rule-strong'}
      >
        {part}
      </mark>
    ) : (
      part
    ),
  )
}

/** Not by colour alone: strings have quotes, numbers are bold, `true`, `false` and `null` are italic. */
const leafClass = (value: unknown): string =>
  typeof value === 'string' ? 'text-ink' : `text-brass-deep ${typeof value === 'number' ? 'font-strong' : 'italic'}`

interface JsonScalarProps {
  value: unknown
  searched?: string
  /** The search is at this value. */
  current?: boolean
}

/** A string, number, boolean or null. A long string is cut, with a button that shows all of it. */
export function JsonScalar({ value, searched = '', current = false }: JsonScalarProps) {
  const [all, setAll] = useState(false)
  const text = leafText(value)
  const found = current ? text.toLowerCase().indexOf(searched.toLowerCase()) + searched.length : 0
  const end = all || text.length <= SHOWN ? text.length : Math.max(SHOWN, found)
  // Inner quotes and escapes as JSON has them.
  const shown = typeof value === 'string' ? JSON.stringify(text.slice(0, end)) : text
  return (
    <>
      <span className={leafClass(value)}>
        <Marked text={shown} searched={searched} current={current} />
      </span>
      {end < text.length && (
        <Button small variant="ghost" onClick={() => setAll(true)} className="font-sans">
          {t.characters(text.length)}
        </Button>
      )}
    </>
  )
}

const isMasked = (value: unknown): boolean => typeof value === 'string' && value.includes('****')

interface JsonLeafProps extends JsonScalarProps {
  dotted: string
  subject: JsonSubject | undefined
}

/** A scalar; a masked one of a record can be revealed. */
export function JsonLeaf({ value, dotted, subject, ...search }: JsonLeafProps) {
  const may = useMayCall()('POST /reveal')
  if (!subject || !may || !isMasked(value)) return <JsonScalar value={value} {...search} />
  return <MaskedLeaf value={value} dotted={dotted} subject={subject} {...search} />
}

function MaskedLeaf({ value, dotted, subject, ...search }: JsonLeafProps & { subject: JsonSubject }) {
  const [asking, setAsking] = useState(false)
  const reveal = useMutation({
    mutationFn: (reason: string) => consoleApi('POST /reveal', { body: { ...subject, reason, path: dotted } }),
    onSettled: () => setAsking(false),
  })
  const revealed = reveal.data?.value
  return (
    <>
      <JsonScalar value={revealed ?? value} {...search} />
      {revealed === undefined ? (
        <Button small variant="ghost" busy={reveal.isPending} onClick={() => setAsking(true)} className="font-sans">
          {t.reveal}
          <span className="sr-only">{t.logged(dotted)}</span>
        </Button>
      ) : (
        <CopyButton value={leafText(revealed)} what={t.revealed} className="inline-grid align-middle" />
      )}
      {asking && (
        <RevealReason
          busy={reveal.isPending}
          onClose={() => setAsking(false)}
          onReason={(reason) => reveal.mutate(reason)}
        />
      )}
      {reveal.error && (
        <span
          role="alert"
          lang={reveal.error instanceof ApiError ? reveal.error.lang : undefined}
          className="font-sans text-bad"
        >
          {' '}
          {reveal.error.message}
        </span>
      )}
    </>
  )
}
