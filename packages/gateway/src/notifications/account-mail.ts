import { indianTime } from '../domain/finance/indian-time.ts'
import type { AccountChange, AccountNotice, AccountNotifier } from './account-notice.ts'
import { htmlOf, type MailContent, textOf } from './mail.ts'
import { openTransport } from './smtp-transport.ts'

/** Options of `accountMail()`. */
export interface AccountMailOptions {
  /** URL of the SMTP server, as for `email()`. */
  smtp: string
  /** Sender: `Tea stall <payments@shop.example>`. */
  from: string
  /** Name of the shop in the mail. */
  shop: string
  /** Mail address of a user; `undefined` for no mail. @default the name of the user, if the name is a mail address */
  to?: (notice: AccountNotice) => string | undefined | Promise<string | undefined>
}

/**
 * Makes an account notifier that sends mail about changes of an account of the console. Examples are a login on a new device, a changed
 * password or second factor, and a link for a new password. Needs the package nodemailer.
 * @throws Error when an option is wrong. The message names the option, and never contains the password.
 * @example
 * accountMail({ smtp: 'smtp://127.0.0.1:2525', from: 'Tea stall <payments@shop.example>', shop: 'Tea stall' })
 */
export function accountMail({ smtp, from, shop, to = addressOfName }: AccountMailOptions): AccountNotifier {
  const { transport, server } = openTransport(smtp)
  return {
    ...server,
    async notify(notice) {
      const address = await to(notice)
      if (address === undefined) return
      const mail = contentOf(notice, shop)
      await transport.sendMail({
        from,
        // As an object: a comma in a string would split the address.
        to: { name: '', address },
        subject: mail.subject,
        text: textOf(mail),
        html: htmlOf(mail, 'en'),
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'en' },
      })
    },
  }
}

const addressOfName = ({ name }: AccountNotice): string | undefined =>
  /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(name) ? name : undefined

const SENTENCES: { readonly [Change in AccountChange]: string } = {
  'new-device': 'Somebody logged in to your account on a new device',
  'password-changed': 'The password of your account was changed',
  'second-factor-on': 'The second factor of your account was turned on',
  'second-factor-off': 'The second factor of your account was turned off',
  'passkey-added': 'A passkey was added to your account',
  'passkey-removed': 'A passkey of your account was removed',
  'provider-linked': 'An account of the sign-in provider was linked to your account',
  'link-made': 'A link to set a new password was made for your account',
}

/** Without a link: a forged mail could imitate one. */
function contentOf({ change, name, atMs, by, address, browser }: AccountNotice, shop: string): MailContent {
  return {
    subject: `${SENTENCES[change]} (${shop})`,
    heading: SENTENCES[change],
    paragraphs: [
      `This message is about your account in the payment console of ${shop}. If you made or requested this change, you do not need to do anything.`,
      'If you did not, open the console as you always do. Set another password under Your account, which ends all other sessions. Remove each passkey there that is not yours, and tell an admin. If you cannot log in any more, an admin can make a link for you and end all your sessions.',
    ],
    table: [
      ['Account', name],
      ['Time in India', indianTime(atMs).slice(0, 19).replace('T', ' ')],
      ['Address', address ?? 'not known'],
      ...(by === undefined ? [] : [['Done by', by] as const]),
      ...(browser === undefined ? [] : [['Browser', shown(browser)] as const]),
    ],
  }
}

/** The client wrote it: on one line, in one direction. */
const shown = (browser: string): string =>
  browser
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .slice(0, 200)
