import { useAbout } from '@galla/console/api/queries.ts'
import { PageFrame, QueryView } from '@galla/console/components/page.tsx'
import { momentText } from '@galla/console/i18n/format.ts'
import type { About } from '@galla/contract/gateway-api/console-routes'
import type { ReactNode } from 'react'

interface ToolPageProps {
  title: string
  /** Name of the page in a sentence: `playground`. */
  what: string
  aside?: ReactNode
  children(about: About): ReactNode
}

/** A page that shows facts about this installation. */
export function ToolPage({ title, what, aside, children }: ToolPageProps) {
  return (
    <PageFrame title={title} aside={aside}>
      <QueryView query={useAbout()} what={`the ${what}`}>
        {children}
      </QueryView>
    </PageFrame>
  )
}

/** A moment by the sandbox's clock. No relative time: this machine's clock may differ. */
export function SandboxTime({ atMs }: { atMs: number }) {
  return (
    <time dateTime={new Date(atMs).toISOString()} className="whitespace-nowrap tabular-nums">
      {momentText(atMs)}
    </time>
  )
}
