import { type ComponentType, type ReactElement, useCallback, useEffect, useRef, useState } from 'react'
import { type Failure, focusAgain } from './error-boundary.tsx'

/** A component that is loaded when it is first shown. */
export interface LazyPart<Props> {
  (props: Props): ReactElement | null
  /** Loads the component ahead. Never rejects: after a failure, the component is loaded again when it is shown. */
  preload: () => Promise<void>
}

/** Content in place of a part that is not loaded. */
export interface LazyPartOptions {
  /** Shown instead when the part could not be loaded. */
  Failed: ComponentType<Failure>
  /**
   * Shown while the part is loaded.
   * @default nothing
   */
  Loading?: ComponentType | undefined
}

/**
 * A component that is loaded when it is first shown. Unlike `React.lazy`, the component can be loaded again after a failure, for example
 * without a connection, and throws no error.
 *
 * @example
 * ```tsx
 * const Checkout = lazyPart(() => import('./checkout').then(({ Checkout }) => Checkout), { Failed })
 * ```
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options: LazyPartOptions,
): LazyPart<Props> {
  const source = new Source(load)
  return Object.assign((props: Props) => <Part source={source} options={options} given={props} />, {
    preload: () => source.load('ahead').catch(() => {}),
  })
}

/** The component of a part, which all places that show it share. */
class Source<Props> {
  /** Undefined until it is loaded. */
  Component: ComponentType<Props> | undefined
  #loading: { readonly when: LoadedWhen; readonly done: Promise<void> } | undefined
  readonly #load: () => Promise<ComponentType<Props>>

  constructor(load: () => Promise<ComponentType<Props>>) {
    this.#load = load
  }

  /**
   * Loads the component unless it is there or under way. A request that was made ahead may have stalled: the one for the part that is
   * shown does not wait for it.
   */
  async load(when: LoadedWhen): Promise<void> {
    if (this.Component) return
    const before = this.#loading
    if (before && (before.when === 'shown' || when === 'ahead')) return before.done
    const own = this.#start()
    const loading = { when, done: before ? Promise.any([before.done, own]).catch(() => own) : own }
    this.#loading = loading
    try {
      await loading.done
    } finally {
      if (this.#loading === loading) this.#loading = undefined
    }
  }

  async #start(): Promise<void> {
    this.Component = await this.#load()
  }
}

/** Before the part is shown, or because it is. */
type LoadedWhen = 'ahead' | 'shown'

interface Status {
  /** Undefined until a load has failed. */
  readonly failed: { readonly error: unknown } | undefined
  readonly retrying: boolean
  readonly retries: number
}

interface PartProps<Props> {
  source: Source<Props>
  options: LazyPartOptions
  given: Props
}

function Part<Props extends object>({ source, options, given }: PartProps<Props>): ReactElement | null {
  const [status, setStatus] = useState<Status>({ failed: undefined, retrying: false, retries: 0 })
  const note = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLElement>(null)
  const start = useCallback(
    (retries: number) => {
      source.load('shown').then(
        () => setStatus({ failed: undefined, retrying: false, retries }),
        (error: unknown) => setStatus({ failed: { error }, retrying: false, retries }),
      )
    },
    [source],
  )
  const { Component } = source
  const isLoaded = Component !== undefined
  useEffect(() => {
    if (isLoaded) focusAgain(place.current)
    else start(0)
  }, [isLoaded, start])

  if (Component) return <Component {...given} />
  const { Failed, Loading } = options
  const { failed, retrying, retries } = status
  if (!failed) return Loading ? <Loading /> : null
  const retry = () => {
    place.current = note.current?.parentElement ?? null
    setStatus({ ...status, retrying: true })
    start(retries + 1)
  }
  return (
    <div ref={note}>
      <Failed {...failed} retry={retry} retrying={retrying} retries={retries} />
    </div>
  )
}
