import type { LiveEvent } from '@galla/contract/gateway-api/live-events'
import type { LiveChannel } from '../storage/live-channel.ts'

type Listener = (event: LiveEvent) => void

/** Changes that were committed. Nothing depends on them: they save a reader from polling. */
export interface Events {
  emit(event: LiveEvent): void
  /** What this process did, or what any replica did. Returns the way to stop listening. */
  subscribe(listener: Listener, from?: 'here' | 'everywhere'): () => void
}

/** The channel carries events between replicas; without one there is only this process. */
export function createEvents(channel?: LiveChannel): Events {
  const here = new Set<Listener>()
  const everywhere = new Set<Listener>()
  const notify = (listeners: ReadonlySet<Listener>, event: LiveEvent): void => {
    for (const listener of listeners) listener(event)
  }
  return {
    emit(event) {
      notify(here, event)
      notify(everywhere, event)
      // Each replica logs its own calls, and there are many.
      if (event.type !== 'call') channel?.publish(event)
    },
    subscribe(listener, from = 'here') {
      const listeners = from === 'here' ? here : everywhere
      listeners.add(listener)
      if (from === 'everywhere') channel?.listen((event) => notify(everywhere, event))
      return () => listeners.delete(listener)
    },
  }
}
