/** The line breaks on purpose: the socket server destroys the socket, in a process the fetch is rejected. */
export class LineCut extends Error {
  constructor() {
    super('the line was cut by a fault')
  }
}

/** What a caller's `fetch` throws when a server goes away. */
export function connectionReset(): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) })
}
