import type { About } from '@galla/contract/gateway-api/console-routes'
import type { ReactNode } from 'react'
import { useAbout } from '../../api/use-about.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageFrame } from '../../ui/page.tsx'
import { NoSandbox } from './no-sandbox.tsx'

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
