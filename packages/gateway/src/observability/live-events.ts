import { randomUUID } from 'node:crypto'
import type { LiveEvent } from '@galla/contract/gateway-api/live-events'
import { NOT_STORED } from '../storage/callbacks/received-callbacks.ts'
import type { LiveChannel } from '../storage/live-channel.ts'

type Listener = (event: LiveEvent) => void

/** Committed changes, as a hint to readers. Nothing depends on them: readers poll as well. */
export interface Events {
  emit(event: LiveEvent): void
  /** Changes of this process (`here`) or of all replicas. Returns the unsubscribe function. */
  subscribe(listener: Listener, from?: 'here' | 'everywhere'): () => void
  /** Place of the last change of all replicas that this process knows of. Another process has other ones. */
  cursor(): string
}

/** The channel carries events between replicas. */
export function createEvents(channel?: LiveChannel): Events {
  const here = new Set<Listener>()
  const everywhere = new Set<Listener>()
  const process = randomUUID()
  let count = 0
  const cursor = () => `${process}-${count}`
  const notify = (listeners: ReadonlySet<Listener>, event: LiveEvent): void => {
    for (const listener of listeners) listener(event)
  }
  const notifyAll = (event: LiveEvent): void => {
    count += 1
    notify(everywhere, event)
  }
  const greetAll = (): void => {
    count += 1
    notify(everywhere, { type: 'hello', cursor: cursor() })
  }
  return {
    emit(event) {
      notify(here, event)
      // Anybody can send callbacks that are refused: a flood of them must not hide other events.
      if (event.type === 'callback' && event.callbackId === NOT_STORED) return
      notifyAll(event)
      // Calls are frequent and each replica logs its own.
      if (event.type !== 'call') channel?.publish(event)
    },
    subscribe(listener, from = 'here') {
      const listeners = from === 'here' ? here : everywhere
      listeners.add(listener)
      if (from === 'everywhere') channel?.listen(notifyAll, greetAll)
      return () => listeners.delete(listener)
    },
    cursor,
  }
}
