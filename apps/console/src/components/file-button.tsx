import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { Button } from './controls.tsx'

export interface FileButtonProps {
  /** Types and ends of names that the browser offers. */
  accept: string
  /** Texts of the button, of the button while it waits, and the name of the input. */
  texts: { readonly open: string; readonly busy: string; readonly input: string }
  busy: boolean
  variant?: 'primary'
  onFile: (file: File) => void
}

/** A button that asks for a file. */
export function FileButton({ accept, texts, busy, variant, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...(variant && { variant })} busy={busy} onClick={() => input.current?.click()}>
        <FileUp size={16} aria-hidden />
        {busy ? texts.busy : texts.open}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={texts.input}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file can be chosen again after it was corrected.
          target.value = ''
          if (file && !busy) onFile(file)
        }}
      />
    </>
  )
}
