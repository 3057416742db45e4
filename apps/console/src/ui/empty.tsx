import type { ReactNode } from 'react'

/** Nothing here: why, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-2 px-4 py-12 text-center">
      <p className="text-lg font-strong">{title}</p>
      {children && <div className="grid justify-items-center gap-4 text-soft">{children}</div>}
    </div>
  )
}
