import { useState } from 'react'
import { messages } from '../i18n/messages.ts'
import { ColouredCode } from './coloured-code.tsx'
import { ScrollRegion, Tabs } from './controls.tsx'
import { CopyText } from './copy.tsx'
import { controlsEnglish } from './english.ts'

const t = messages('components/controls', controlsEnglish)

interface CodeBlockProps {
  code: string
  label: string
}

/** Code or other preformatted text with a copy button. Long lines wrap: many systems hide the bar that scrolls to their end. */
export function CodeBlock({ code, label }: CodeBlockProps) {
  return (
    <figure className="rounded-edge border border-rule bg-sheet">
      <figcaption className="flex items-center justify-between gap-4 border-b border-rule py-1 pr-1 pl-4 text-sm text-soft">
        {label}
        <CopyText text={code}>{t.copy.word}</CopyText>
      </figcaption>
      <ScrollRegion label={label}>
        <pre className="font-mono text-xs whitespace-pre-wrap wrap-anywhere">
          <code translate="no">
            <ColouredCode code={code} />
          </code>
        </pre>
      </ScrollRegion>
    </figure>
  )
}

interface CodeTabsProps {
  label: string
  /** The same in several ways, the first of which is shown first. */
  samples: readonly { tab: string; label: string; code: string }[]
}

export function CodeTabs({ label, samples }: CodeTabsProps) {
  const [tab, setTab] = useState(samples[0]?.tab ?? '')
  return (
    <Tabs
      label={label}
      value={tab}
      onChange={setTab}
      tabs={samples.map((sample) => ({
        value: sample.tab,
        label: sample.tab,
        body: <CodeBlock label={sample.label} code={sample.code} />,
      }))}
    />
  )
}
