import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { CodeBlock } from '../../components/code-block.tsx'
import { Button } from '../../components/controls.tsx'

/** New recovery codes, which are not shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  useBlocker({
    shouldBlockFn: () => !window.confirm('The recovery codes are not shown again. Leave without keeping them?'),
  })
  const text = useRef<HTMLParagraphElement>(null)
  // They replace a form that is taller: without it, what to do with them is above the window.
  useEffect(() => {
    text.current?.focus({ preventScroll: true })
    text.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <div className="grid max-w-md gap-4">
      <p ref={text} tabIndex={-1}>
        The second factor is on. Keep these recovery codes where your phone is not: after your password, each replaces
        the app or the passkey once. They are not shown again.
      </p>
      <CodeBlock label="Recovery codes" code={codes.join('\n')} />
      <Button variant="primary" onClick={onDone} className="justify-self-start">
        I have kept them
      </Button>
    </div>
  )
}
