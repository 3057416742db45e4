import { type ReactNode, useEffect, useRef } from 'react'
import { arrival } from '../route.tsx'
import { useWords } from '../words/use-words.tsx'

/** The name of a page, in the page and in the tab. It takes the focus when the payer gets there from another page. */
export function Title({ children, unseen = false }: { children: string; unseen?: boolean }): ReactNode {
  const words = useWords()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${children} · ${words.name}`
  }, [children, words])
  useEffect(() => {
    if (arrival()) heading.current?.focus()
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={unseen ? 'unseen' : undefined}>
      {children}
    </h1>
  )
}
