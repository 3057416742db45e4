/** The part of the package that the tests use; the package has no types. */
declare module 'smtp-server' {
  import type { Server } from 'node:net'
  import type { Readable } from 'node:stream'

  interface Session {
    envelope: { mailFrom: { address: string }; rcptTo: { address: string }[] }
  }

  export class SMTPServer {
    constructor(options: {
      allowInsecureAuth?: boolean
      authOptional?: boolean
      cert?: string | Buffer
      disabledCommands?: string[]
      key?: string | Buffer
      logger?: boolean
      onAuth?(auth: { password: string }, session: Session, done: (error: null, user: { user: string }) => void): void
      onData?(stream: Readable, session: Session, done: (error?: Error) => void): void
      onRcptTo?(address: { address: string }, session: Session, done: (error?: Error) => void): void
    })
    server: Server
    on(event: 'error', listener: (error: Error) => void): void
    listen(port: number, host: string, done: () => void): void
    close(done: () => void): void
  }
}
