import { useEffect, useId, useRef, useState } from 'react'

/** Text and place of the full times of a focused element, which itself shows short times. */
interface Shown {
  readonly text: string
  /** Pixels from the edges of the window. */
  readonly top: number
  readonly right: number
}

/** The row or item that an element stands for: its times are the element's. */
const ROW = '[role=row], [role=listitem], li, tr'

/** The exact times of the focused row or link: a pointer gets them as tooltips, and a keyboard cannot hover. */
export function FocusedTime() {
  const id = useId()
  const [shown, setShown] = useState<Shown>()
  const box = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    let described: Element | undefined
    const end = () => {
      described?.removeAttribute('aria-describedby')
      described = undefined
      setShown(undefined)
    }
    const onFocus = ({ target }: FocusEvent) => {
      end()
      if (!(target instanceof HTMLElement) || !target.matches('a:focus-visible, button:focus-visible')) return
      const scope = target.matches('[data-row]') ? (target.closest(ROW) ?? target) : target
      const times = [...scope.querySelectorAll<HTMLElement>('time[title]')]
      const text = [...new Set(times.map(({ title }) => title))].join(', ')
      const first = times[0]
      if (!first) return
      // In place of the short time, so that it hides nothing else.
      const { top, right } = first.getBoundingClientRect()
      setShown({ text, top, right: document.documentElement.clientWidth - right })
      // A screen reader reads them after the name.
      if (target.hasAttribute('aria-describedby')) return
      described = target
      target.setAttribute('aria-describedby', id)
    }
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', end)
    window.addEventListener('scroll', end, { passive: true })
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', end)
      window.removeEventListener('scroll', end)
    }
  }, [id])
  useEffect(() => {
    // Above dialogs, which have rows of their own.
    if (shown) box.current?.showPopover()
  }, [shown])
  if (!shown) return null
  return (
    <p
      ref={box}
      id={id}
      role="tooltip"
      popover="manual"
      style={{ top: shown.top - 4, right: shown.right - 8 }}
      className="pointer-events-none fixed bottom-auto left-auto m-0 rounded-edge border border-rule-strong bg-sheet px-2 py-1 text-sm text-ink tabular-nums"
    >
      {shown.text}
    </p>
  )
}
