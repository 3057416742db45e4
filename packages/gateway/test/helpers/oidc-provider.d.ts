/** The part of the package that the tests use; the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, Server, ServerResponse } from 'node:http'

  interface KoaContext {
    path: string
    method: string
    status: number
    body: unknown
    req: IncomingMessage
    res: ServerResponse
    oidc: { session?: { accountId?: string }; client?: { clientId: string }; route?: string }
  }

  export default class Provider {
    constructor(issuer: string, configuration: object)
    proxy: boolean
    Grant: new (of: {
      accountId: string
      clientId: string
    }) => { addOIDCScope(scope: string): void; save(): Promise<string> }
    Client: { find(clientId: string): Promise<{ backchannelLogout(sub: string, sid: string): Promise<void> }> }
    use(middleware: (context: KoaContext, next: () => Promise<void>) => Promise<void>): void
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    listen(port: number, host: string): Server
  }
}
