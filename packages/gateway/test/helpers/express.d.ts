/** The part of the package that the tests use; the package has no types. */
declare module 'express' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Handler = (
    request: IncomingMessage & { body: unknown; originalUrl: string },
    response: ServerResponse & { json(body: unknown): void },
    next: (error?: unknown) => void,
  ) => void

  type Verify = (request: IncomingMessage & { rawBody?: Buffer }, response: ServerResponse, bytes: Buffer) => void

  interface Application {
    listen(port: number, host: string): import('node:http').Server
    (request: IncomingMessage, response: ServerResponse): void
    set(setting: 'trust proxy', value: boolean | string): unknown
    use(path: string, handler: Handler): unknown
    use(...handlers: Handler[]): unknown
    post(path: string, handler: Handler): unknown
  }

  const express: {
    (): Application
    Router(): Handler & { use(...handlers: Handler[]): unknown }
    json(options?: { limit: number }): Handler
    text(): Handler
    urlencoded(options: { extended: boolean }): Handler
    raw(options: { type: () => boolean; limit: string; verify?: Verify }): Handler
  }
  export default express
}
