import { ExternalLink } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { openTab, type Sample, useSample } from './use-sample.ts'

interface SampleButtonProps {
  look: 'main' | 'quiet'
  onMade(sample: Sample): void
}

export function SampleButton({ look, onMade }: SampleButtonProps) {
  const sample = useSample(onMade)
  return (
    <>
      <Button look={look} busy={sample.isPending} onClick={() => sample.mutate(openTab())}>
        Make a sample payment
        <ExternalLink size={16} aria-hidden />
        <span className="unseen">, opens a new tab</span>
      </Button>
      {sample.error && <ErrorNote error={sample.error} what="The sample payment was not made." />}
    </>
  )
}
