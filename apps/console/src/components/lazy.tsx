import { type Failure, type LazyPart, lazyPart, needsReload } from '@galla/react/components'
import type { ComponentType } from 'react'
import { messages } from '../i18n/messages.ts'
import { Button } from './controls.tsx'
import { pageEnglish } from './english.ts'
import { Note, PageFrame, Loading as Skeleton } from './page.tsx'

const t = messages('components/page', pageEnglish)

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
    <Skeleton what={t.lazy.thePage} />
  </div>
)

const PartLoading = () => (
  <div className="late">
    <Skeleton what={t.lazy.thisPart} lines={2} />
  </div>
)

/** Loads the part again in place. Where a new release has replaced it, the document is loaded again, which now answers. */
function NotLoaded({ what, retry, retrying, ...failure }: Failure & { what: string }) {
  const isOutdated = needsReload(failure)
  return (
    <Note key={failure.retries} tone="bad" role="alert">
      <p>
        <strong>{t.notLoaded(what)}</strong>{' '}
        {isOutdated ? t.lazy.updated : REASONS[failure.retries === 0 ? 'first' : 'again']}
      </p>
      <Button small busy={retrying} onClick={isOutdated ? () => window.location.reload() : retry}>
        {isOutdated ? t.lazy.reload : t.tryAgain}
      </Button>
    </Note>
  )
}

const REASONS = {
  first: t.lazy.noAnswer,
  again: t.lazy.stillNoAnswer,
}

const PageNotLoaded = (failure: Failure) => (
  <PageFrame title={t.lazy.title}>
    <NotLoaded what={t.lazy.thisPage} {...failure} />
  </PageFrame>
)

const PartNotLoaded = (failure: Failure) => <NotLoaded what={t.lazy.thisPart} {...failure} />

const FLOATING = 'fixed inset-x-4 bottom-20 z-40 mx-auto max-w-xl lg:bottom-4'

const FloatingNotLoaded = (failure: Failure) => (
  <div className={FLOATING}>
    <PartNotLoaded {...failure} />
  </div>
)

const FloatingLoading = () => (
  <div className={`late ${FLOATING}`}>
    <Note tone="neutral" role="status">
      <p>{t.lazy.moment}</p>
    </Note>
  </div>
)
