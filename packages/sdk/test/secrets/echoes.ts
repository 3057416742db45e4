import { LEAK_MARKERS } from '@galla/testkit/leak-detection'
import type { Answer } from '@galla/testkit/scripted-answers'

/** All secrets of a request in the encodings in which a server may repeat them. */
function sentIn(authorization: string, body: string): string[] {
  const all = [authorization, LEAK_MARKERS.clientSecret, body].join(' ')
  return [
    all,
    encodeURIComponent(all),
    encodeURIComponent(all).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    new URLSearchParams([['', all]]).toString(),
    all.replaceAll('/', '\\/'),
    all.replace(/[^A-Za-z0-9 ]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
    all.toUpperCase(),
  ]
}

export interface Received {
  readonly headers: { authorization?: string | undefined }
  readonly text: string
}

/** Responds with everything it received, in every part of an error response. */
export function echo(status: number, received: () => Received | undefined): Answer {
  return async ({ response, readBody }) => {
    await readBody()
    const { headers, text } = received() ?? { headers: {}, text: '' }
    const sent = sentIn(headers.authorization ?? '', text)
    const body = {
      message: sent.join(' | '),
      code: sent[0],
      data: {
        sent,
        [sent[0] ?? '']: sent[0],
        asNumber: text.includes(LEAK_MARKERS.phoneNumber) ? Number(LEAK_MARKERS.phoneNumber) : 0,
        deep: { deeper: [{ sent }] },
      },
    }
    response.statusMessage = `No ${headers.authorization ?? LEAK_MARKERS.clientSecret}`
    response.writeHead(status, { 'content-type': 'application/json', 'x-echo': encodeURIComponent(text) })
    response.end(JSON.stringify(body))
  }
}

/** The same as text that is not JSON, so that the error message quotes it. */
export function echoUnreadable(received: () => Received | undefined, cut: number): Answer {
  return async ({ response, readBody }) => {
    await readBody()
    const { headers, text } = received() ?? { headers: {}, text: '' }
    const sent = sentIn(headers.authorization ?? '', text)
    response.writeHead(200, { 'content-type': `text/plain; for="${headers.authorization ?? ''}"` })
    response.end(`${'.'.repeat(cut)}${sent.join(' ')}`)
  }
}
