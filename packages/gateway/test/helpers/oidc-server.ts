import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** A person at the provider. */
export interface Account {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly groups?: readonly string[]
}

/** Replaces a response of the provider. */
type Tamper = (request: IncomingMessage, body: string) => { status?: number; body: string } | undefined

export interface OidcServer {
  readonly issuer: string
  /** The account that is logged in at the provider. `undefined` refuses. */
  account: Account | undefined
  /** Changes what the provider answers, until the end of the test. */
  tamper: Tamper | undefined
  /** Takes the logout tokens that the provider sends, until the end of the test. */
  onLogout: ((request: Request) => Promise<Response>) | undefined
  /** Sends a signed logout token, as at the end of a session there. Rejects when it is not accepted. */
  logOut(sub: string, sid: string): Promise<void>
  close(): Promise<void>
  open(): Promise<void>
}

export const OIDC_CLIENT = { clientId: 'galla-console', clientSecret: 'a secret of the client, long enough for HS256' }

/** A real OpenID Connect provider on this machine. It shows no form: `account` is logged in and consents. */
export async function startOidcServer(redirectUri: string): Promise<OidcServer> {
  let handle: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  const server = createServer((request, response) => {
    const { tamper } = opened
    if (tamper) replaceBody(request, response, tamper)
    handle?.(request, response)
  })
  // A client that is paused for longer would find the connection closed.
  server.keepAliveTimeout = 60_000
  const port = await listen(server, 0)
  const issuer = `http://127.0.0.1:${port}`
  const opened: OidcServer = {
    issuer,
    account: undefined,
    tamper: undefined,
    onLogout: undefined,
    logOut: async (sub, sid) => (await provider.Client.find(OIDC_CLIENT.clientId)).backchannelLogout(sub, sid),
    open: async () => void (await listen(server, port)),
    close: () => new Promise((resolve) => (server.listening ? server.close(() => resolve()) : resolve())),
  }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: OIDC_CLIENT.clientId,
        client_secret: OIDC_CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        backchannel_logout_uri: new URL('logout', redirectUri).href,
        backchannel_logout_session_required: true,
      },
    ],
    // The address is returned to those only who ask for it; whether it is verified is in the ID token, too.
    claims: { openid: ['sub', 'email_verified'], email: ['email', 'groups'] },
    cookies: { keys: ['a key of the provider'] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    fetch: async (url: string, init: RequestInit) => opened.onLogout?.(new Request(url, init)) ?? fetch(url, init),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { AccessToken: 3_600, AuthorizationCode: 60, Grant: 3_600, IdToken: 600, Interaction: 600, Session: 3_600 },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => ({ ...opened.account, sub }) }),
    async loadExistingGrant({ oidc }: { oidc: { client: { clientId: string }; session: { accountId: string } } }) {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  provider.use(async (context, next) => {
    if (!context.path.startsWith('/interaction/')) return next()
    const { account } = opened
    const result = account
      ? { login: { accountId: account.sub, remember: false } }
      : { error: 'access_denied', error_description: 'the person refused' }
    await provider.interactionFinished(context.req, context.res, result)
  })
  handle = provider.callback()
  return opened
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve) =>
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  )
}

/** Lets `tamper` see and change a whole body. */
function replaceBody(request: IncomingMessage, response: ServerResponse, tamper: Tamper): void {
  const end = response.end.bind(response)
  response.end = ((chunk?: unknown) => {
    const body = chunk === undefined ? '' : String(chunk)
    const changed = tamper(request, body)
    if (!changed) return end(chunk as string)
    response.statusCode = changed.status ?? response.statusCode
    response.removeHeader('www-authenticate')
    response.setHeader('content-length', Buffer.byteLength(changed.body))
    return end(changed.body)
  }) as typeof response.end
}

/** A browser at the provider: follows redirects there, with its cookies, until one leads elsewhere. @param cookies those of earlier visits */
export async function visitProvider(
  url: string,
  issuer: string,
  cookies: Map<string, string> = new Map(),
): Promise<string> {
  let at = url
  while (at.startsWith(issuer)) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(at, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const next = response.headers.get('location')
    if (next === null)
      throw new Error(`The provider answered ${response.status}: ${(await response.text()).slice(0, 500)}`)
    at = new URL(next, at).href
  }
  return at
}
