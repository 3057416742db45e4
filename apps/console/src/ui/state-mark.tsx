import { markOf, type Shape, type StateKind, type Tone } from './states.ts'

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
