import type { Change } from './diff/json-diff.ts'

const SIGNS: { readonly [Kind in Change['kind']]: { sign: string; word: string } } = {
  added: { sign: '+', word: 'Added' },
  removed: { sign: '−', word: 'Removed' },
  changed: { sign: '≠', word: 'Changed' },
}

export const keyOf = ({ kind, path }: Change): string => `${kind} ${path}`
export const pathOf = ({ path }: Change): string => (path === '' ? 'all of it' : path)

/** A sign and a word. */
export function Kind({ kind }: { kind: Change['kind'] }) {
  const { sign, word } = SIGNS[kind]
  return (
    <span className="whitespace-nowrap">
      <span aria-hidden="true" className="inline-block w-5 font-mono font-strong">
        {sign}
      </span>
      {word}
    </span>
  )
}

/** What stood there, or that nothing did. */
export function Value({ change, at }: { change: Change; at: 'before' | 'after' }) {
  const values: { before?: unknown; after?: unknown } = change
  if (!(at in values)) return <span className="text-sm text-soft">not there</span>
  return (
    <span className="font-mono text-xs wrap-anywhere whitespace-pre-wrap">{JSON.stringify(values[at], null, 2)}</span>
  )
}
