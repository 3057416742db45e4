import { createTransport } from 'nodemailer'
import { secureSmtpUrl } from './smtp-url.ts'

/** Time limit of the connection, of the greeting and of the socket. Milliseconds. */
const TIMEOUT_MS = 20_000

/** The transport to an SMTP server, and its host where it is reached without TLS. @throws Error naming the option that is wrong, never the password */
export function openTransport(smtp: string) {
  const { url, ...server } = secureSmtpUrl(smtp)
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return { transport, server }
}
