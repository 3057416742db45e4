import { type Failure, type LazyPart, lazyPart, needsReload } from '@galla/react/components'
import type { ComponentType } from 'react'
import { Button } from './controls.tsx'
import { Note, PageFrame, Loading as Skeleton } from './page.tsx'

type Load<Props> = () => Promise<ComponentType<Props>>

/** A page that is loaded when it is opened. When it cannot be loaded, a note takes its place. */
export const lazyPage = (load: Load<object>): LazyPart<object> =>
  lazyPart(load, { Failed: PageNotLoaded, Loading: PageLoading })

interface PartOptions {
  /** Puts the note above the page, for dialogs. */
  floating?: boolean
  Loading?: ComponentType
}

/** A part of a page that is loaded when it is first shown. */
export const part = <Props extends object>(load: Load<Props>, { floating = false, Loading }: PartOptions = {}) =>
  lazyPart(load, {
    Failed: floating ? FloatingNotLoaded : PartNotLoaded,
    Loading: Loading ?? (floating ? FloatingLoading : PartLoading),
  })

const PageLoading = () => (
  <div className="late">
    <Skeleton what="the page" />
  </div>
)

const PartLoading = () => (
  <div className="late">
    <Skeleton what="this part" lines={2} />
  </div>
)

/** Loads the part again in place. Where a new release has replaced it, the document is loaded again, which now answers. */
function NotLoaded({ what, retry, retrying, ...failure }: Failure & { what: string }) {
  const isOutdated = needsReload(failure)
  return (
    <Note key={failure.retries} tone="bad" role="alert">
      <p>
        <strong>{what} could not be loaded.</strong>{' '}
        {isOutdated ? 'The console was updated meanwhile.' : REASONS[failure.retries === 0 ? 'first' : 'again']}
      </p>
      <Button small busy={retrying} onClick={isOutdated ? () => window.location.reload() : retry}>
        {isOutdated ? 'Reload the console' : 'Try again'}
      </Button>
    </Note>
  )
}

const REASONS = {
  first: 'The gateway does not answer.',
  again: 'The gateway still does not answer. Is it running?',
}

const PageNotLoaded = (failure: Failure) => (
  <PageFrame title="Not loaded">
    <NotLoaded what="This page" {...failure} />
  </PageFrame>
)

const PartNotLoaded = (failure: Failure) => <NotLoaded what="This part" {...failure} />

const FLOATING = 'fixed inset-x-4 bottom-20 z-40 mx-auto max-w-xl lg:bottom-4'

const FloatingNotLoaded = (failure: Failure) => (
  <div className={FLOATING}>
    <PartNotLoaded {...failure} />
  </div>
)

const FloatingLoading = () => (
  <div className={`late ${FLOATING}`}>
    <Note tone="neutral" role="status">
      <p>One moment…</p>
    </Note>
  </div>
)
