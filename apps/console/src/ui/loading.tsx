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
