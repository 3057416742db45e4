import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import type { AccountChange } from '../../notifications/account-notice.ts'
import type { UserRow } from '../../storage/access/users.ts'

/** Tells a person what was committed about the own account. Nothing waits for it: a mail server that hangs delays no login. */
export function tellUser(
  { accountNotifier, actor, clock, log }: Pick<GatewayContext, 'accountNotifier' | 'actor' | 'clock' | 'log'>,
  { userId, name }: Pick<UserRow, 'userId' | 'name'>,
  change: AccountChange,
  browser?: string,
): void {
  if (!accountNotifier) return
  const by = actor?.userId === userId ? undefined : (actor?.who ?? 'program')
  const notice = { change, userId, name, atMs: clock.now(), ...defined({ by, address: actor?.address, browser }) }
  const send = async () => accountNotifier.notify(notice)
  send().catch((error: unknown) => {
    // Not its message, which may name the mail address.
    const { code } = (error ?? {}) as { readonly code?: unknown }
    log.error(
      { reason: change, errorCode: typeof code === 'string' ? code : 'unknown' },
      'A message about a change of an account was not sent',
    )
  })
}
