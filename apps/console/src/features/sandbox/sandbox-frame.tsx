import type { About } from '@galla/contract/gateway-api/console-routes'
import type { ReactNode } from 'react'
import { useAbout } from '../../api/queries.ts'
import { EmptyState, PageFrame, QueryView } from '../../components/page.tsx'
import { momentText } from '../../i18n/format.ts'

interface SandboxOnlyProps {
  title: string
  /** Name of the page in a sentence: `playground`. */
  what: string
  aside?: ReactNode
  children(about: About): ReactNode
}

/** A page that needs a local sandbox as provider; without one it says why it is not available. */
export function SandboxOnly({ title, what, aside, children }: SandboxOnlyProps) {
  const query = useAbout()
  return (
    <PageFrame title={title} aside={query.data?.sandbox ? aside : undefined}>
      <QueryView query={query} what={`the ${what}`}>
        {(about) => (about.sandbox ? children(about) : <NoSandbox about={about} what={what} />)}
      </QueryView>
    </PageFrame>
  )
}

function NoSandbox({ about, what }: { about: About; what: string }) {
  const { environment, providerHost } = about
  return (
    <EmptyState title={`The ${what} needs a local sandbox`}>
      <p>
        {environment === 'PRODUCTION'
          ? 'This gateway runs in PRODUCTION: a payment made here would move real money.'
          : `The provider of this gateway, ${providerHost === '' ? 'whose address is not configured' : providerHost}, is not a local sandbox.`}
      </p>
      <p>
        Run{' '}
        <code translate="no" className="font-mono text-sm">
          npx galla sandbox
        </code>
        , and start a gateway with{' '}
        <code translate="no" className="font-mono text-sm">
          environment: 'SANDBOX'
        </code>{' '}
        and{' '}
        <code translate="no" className="font-mono text-sm">
          console.providerUrl
        </code>{' '}
        set to the URL of the sandbox.
      </p>
    </EmptyState>
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
