import { isPrivateHost, wayWithoutTls } from '@galla/contract/hosts-without-tls'
import { staysHere } from '@galla/http-server/loopback'
import { invalidOption } from '../errors.ts'

/** Settings of nodemailer in the URL that would lift the encryption, with the only value that does not. */
const WEAKENING: { readonly [name: string]: string } = {
  ignoreTLS: 'false',
  opportunisticTLS: 'false',
  requireTLS: 'true',
  'tls.rejectUnauthorized': 'true',
}

/** Settings of nodemailer in the URL with which the connection goes to another host than that of the URL. */
const OTHER_HOST = ['service', 'proxy']

export interface SmtpServer {
  readonly url: string
  /** A private host that gets mail and password without a verified encryption, because the URL says so. */
  readonly hostWithoutTls?: string
}

/**
 * The URL of the SMTP server, with which nodemailer encrypts the connection to another machine or sends nothing. Without it, nodemailer
 * sends the password and the mail in clear when the server offers no STARTTLS, or somebody on the way removes the offer.
 * @throws Error naming the option, never its value, which holds a password
 */
export function secureSmtpUrl(smtp: string): SmtpServer {
  const url = URL.canParse(smtp) ? new URL(smtp) : undefined
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || url.hash !== '') {
    throw invalidOption(
      'smtp',
      'must be a URL such as smtps://user:password@mail.example, with @ / ? # % in user and password percent-encoded',
    )
  }
  const { hostname } = url
  const isOtherHost = OTHER_HOST.some((name) => url.searchParams.has(name))
  if (staysHere(hostname) && !isOtherHost) return { url: smtp }
  for (const [name, safe] of Object.entries(WEAKENING)) {
    if (url.searchParams.getAll(name).some((value) => value !== safe)) {
      if (isPrivateHost(hostname) && !isOtherHost) return { url: smtp, hostWithoutTls: hostname }
      throw invalidOption(
        'smtp',
        `is on another machine, so it needs TLS and a verified certificate: remove ${name} from its URL (a CA of your own goes into NODE_EXTRA_CA_CERTS). ${wayWithoutTls('', 'hostsWithoutTls of createGateway')}`,
      )
    }
  }
  // In the URL: its settings win over the options of nodemailer, and older versions read no others beside it.
  return { url: url.searchParams.has('requireTLS') ? smtp : `${smtp}${url.search === '' ? '?' : '&'}requireTLS=true` }
}
