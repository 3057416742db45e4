import { type ComponentType, type LazyExoticComponent, lazy, useState } from 'react'
import { consoleUrl } from '../api/browser.ts'
import { Button } from './controls.tsx'
import { Note } from './page.tsx'

/** The code of a page could not be loaded: the gateway does not answer, or has another version by now. */
export class NotLoadedError extends Error {
  override readonly name = 'NotLoadedError'
}

/** Rejects with `NotLoadedError` when the import fails. The router would load the whole document again, which the browser cannot show. */
export const orNotLoaded =
  <Module,>(load: () => Promise<Module>) =>
  (): Promise<Module> =>
    load().catch((cause: unknown) => {
      throw new NotLoadedError('The gateway does not answer.', { cause })
    })

/**
 * A component that is loaded when it is first shown. When it cannot be loaded, a note takes its place; `floating` puts the note above
 * the page, for dialogs.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { floating = false }: { floating?: boolean } = {},
): LazyExoticComponent<ComponentType<Props>> {
  const Missing = floating ? FloatingNotLoaded : PartNotLoaded
  return lazy(() =>
    load().then(
      (Component) => ({ default: Component }),
      () => ({ default: Missing as ComponentType<Props> }),
    ),
  )
}

/** Loads the document again as soon as the gateway answers: the browser has no page to show instead. */
export function NotLoaded({ what }: { what: string }) {
  const [state, setState] = useState<'first' | 'trying' | 'away'>('first')
  const retry = async () => {
    setState('trying')
    const answers = await fetch(consoleUrl('api/session')).then(
      () => true,
      () => false,
    )
    if (answers) window.location.reload()
    else setState('away')
  }
  return (
    <Note tone="bad" role="alert">
      <p>
        <strong>{what} could not be loaded.</strong>{' '}
        {state === 'away'
          ? 'The gateway still does not answer. Is it running?'
          : 'The gateway does not answer, or it was updated meanwhile.'}
      </p>
      <Button small busy={state === 'trying'} onClick={() => void retry()}>
        Try again
      </Button>
    </Note>
  )
}

const PartNotLoaded = () => <NotLoaded what="This part" />

const FloatingNotLoaded = () => (
  <div className="fixed inset-x-4 bottom-20 z-40 mx-auto max-w-xl lg:bottom-4">
    <PartNotLoaded />
  </div>
)
