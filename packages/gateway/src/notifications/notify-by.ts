import type { Notification, NotificationEvent, Notifier } from './notifier.ts'

/** A plain function as a notifier: a chat message, an SMS service, a queue. Told at least once; `notificationId` is the key to do it once. */
export function notifyBy(
  name: string,
  kinds: readonly NotificationEvent[],
  notify: (notice: Notification) => Promise<void> | void,
): Notifier {
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(name)) {
    throw new Error(
      `A notifier's name must be 1 to 31 lower-case letters, digits or -, a letter first; got ${JSON.stringify(name)}`,
    )
  }
  return { name, kinds, notify: async (notice) => notify(notice) }
}
