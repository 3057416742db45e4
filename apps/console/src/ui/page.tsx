import { type ReactNode, useEffect, useRef } from 'react'

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
