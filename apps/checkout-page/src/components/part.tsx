import {
  ErrorBoundary,
  type Failure,
  FailureNote,
  type LazyPart,
  type LazyPartOptions,
  lazyPart,
} from '@galla/react/components'
import type { ComponentType, ReactElement, ReactNode } from 'react'
import { useMessages } from '../i18n/i18n-provider.tsx'

/** A part of the page that is loaded when it is first shown. When it cannot be loaded, a note with a retry takes its place. */
export const part = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Loading = PartLoading, Failed = PartFailed }: Partial<LazyPartOptions> = {},
): LazyPart<Props> => lazyPart(load, { Failed, Loading })

export function PartFailed(failure: Failure): ReactElement {
  return <FailureNote messages={useMessages()} failure={failure} />
}

interface PartBoundaryProps {
  children: ReactNode
  /** Shows the part again after a failure when it changes. */
  resetKey?: string
}

/** A part of the page that ends what it throws: the rest of the page stays. */
export function PartBoundary({ children, resetKey }: PartBoundaryProps): ReactElement {
  return (
    <ErrorBoundary resetKey={resetKey} fallback={(failure) => <PartFailed {...failure} />}>
      {children}
    </ErrorBoundary>
  )
}

/** In the place of a step. */
export function StepLoading(): ReactElement {
  return (
    <p className="galla-muted loading" role="status">
      {useMessages().loading}
    </p>
  )
}

/** In the place of a part within a step. */
export function PartLoading(): ReactElement {
  return <p className="galla-muted">{useMessages().sending}</p>
}
