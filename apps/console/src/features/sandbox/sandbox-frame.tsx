import type { About } from '@galla/contract/gateway-api/console-routes'
import type { ReactNode } from 'react'
import { useAbout } from '../../api/queries.ts'
import { Empty, ErrorNote, Loading, PageFrame } from '../../components/page.tsx'
import { JsonView } from '../../components/records.tsx'
import { momentText } from '../../i18n/format.ts'

interface SandboxOnlyProps {
  title: string
  /** As a sentence says it: `playground`. */
  room: string
  aside?: ReactNode
  children(about: About): ReactNode
}

/** A page that is there where the provider is a sandbox of this machine, and says why where it is not. */
export function SandboxOnly({ title, room, aside, children }: SandboxOnlyProps) {
  const { data: about, error, refetch } = useAbout()
  return (
    <PageFrame title={title} aside={about?.sandbox ? aside : undefined}>
      {about === undefined ? (
        error ? (
          <ErrorNote error={error} what={`The ${room} could not be opened.`} onRetry={() => void refetch()} />
        ) : (
          <Loading what={`the ${room}`} />
        )
      ) : about.sandbox ? (
        children(about)
      ) : (
        <NoSandbox about={about} room={room} />
      )}
    </PageFrame>
  )
}

/** Why a room that needs a sandbox is closed here, and how it opens. */
export function NoSandbox({ about, room }: { about: About; room: string }) {
  const real = about.environment === 'PRODUCTION'
  return (
    <Empty title={`The ${room} is for a sandbox on this machine`}>
      <p>
        {real
          ? 'These books are of PRODUCTION: a payment made here would move real money.'
          : `These books speak with ${about.providerHost === '' ? 'a provider whose address the console was not told' : about.providerHost}, which is not a sandbox of this machine.`}
      </p>
      <p>
        Run <code className="font-mono text-sm">npx galla sandbox</code>, and open a gateway on it with{' '}
        <code className="font-mono text-sm">environment: 'SANDBOX'</code> and{' '}
        <code className="font-mono text-sm">console.providerUrl</code> set to the sandbox's address.
      </p>
    </Empty>
  )
}

/** A moment of the sandbox's own time: how long ago it was by this machine's says nothing. */
export function SandboxTime({ atMs }: { atMs: number }) {
  return (
    <time dateTime={new Date(atMs).toISOString()} className="whitespace-nowrap tabular-nums">
      {momentText(atMs)}
    </time>
  )
}

/** One part of what went over the wire, under its name. */
export function Payload({ name, value }: { name: string; value: unknown }) {
  return (
    <section className="grid grid-cols-1 gap-1">
      <h3 className="text-sm">{name}</h3>
      <JsonView label={name} value={value} />
    </section>
  )
}
