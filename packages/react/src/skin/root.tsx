import type { ReactElement, ReactNode, Ref } from 'react'
import { useDesk } from './desk.ts'

/** The ground that a checkout part stands on: its language, its direction, and the reach of its styles. */
export function Root({ children, inside }: { children: ReactNode; inside?: Ref<HTMLDivElement> }): ReactElement {
  const { words } = useDesk()
  return (
    <div className="galla" lang={words.lang} dir={words.dir} ref={inside}>
      {children}
    </div>
  )
}
