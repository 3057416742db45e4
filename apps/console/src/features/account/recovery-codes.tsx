import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { CodeBlock } from '../../components/code-block.tsx'
import { Button } from '../../components/controls.tsx'
import { messages } from '../../i18n/messages.ts'
import { recoveryCodesEnglish } from './english.ts'

const t = messages('account/recovery-codes', recoveryCodesEnglish)

/** New recovery codes, which are not shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  useBlocker({
    shouldBlockFn: () => !window.confirm(t.leave),
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
        {t.keep}
      </p>
      <CodeBlock label={t.codes} code={codes.join('\n')} />
      <Button variant="primary" onClick={onDone} className="justify-self-start">
        {t.done}
      </Button>
    </div>
  )
}
