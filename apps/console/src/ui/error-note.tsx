import type { ReactNode } from 'react'
import { ApiError } from '../api/api-error.ts'
import { Button } from './button.tsx'
import { StateShape } from './state-mark.tsx'

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
