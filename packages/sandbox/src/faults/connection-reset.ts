/** The fault closes the connection: the server destroys the socket, and in a process the fetch rejects. */
export class ConnectionReset extends Error {
  constructor() {
    super('connection reset by a fault')
  }
}

/** The error that `fetch` rejects with when a server closes the connection. */
export function connectionResetError(): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) })
}
