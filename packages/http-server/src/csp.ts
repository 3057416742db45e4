/** A place that a page may load from. Wildcards, `unsafe-inline` and `unsafe-eval` have no spelling here, on purpose. */
export type CspSource = "'self'" | 'data:' | 'blob:' | `'sha256-${string}'` | `http://${string}` | `https://${string}`

/** What a page may do; whatever is left out is forbidden. An empty list says so aloud. */
export interface CspPolicy {
  scripts?: readonly CspSource[]
  styles?: readonly CspSource[]
  images?: readonly CspSource[]
  fonts?: readonly CspSource[]
  /** `fetch`, `EventSource`, `sendBeacon`. */
  connections?: readonly CspSource[]
  /** What the page may show in a frame of its own. */
  frames?: readonly CspSource[]
  /** Who may show the page in a frame; absent means nobody. Ports may be wild: `http://localhost:*`. */
  frameAncestors?: readonly CspSource[]
  formTargets?: readonly CspSource[]
  /** Names of the Trusted Types policies that may be made; absent means none. */
  trustedTypes?: readonly string[]
}

const SAFE_SOURCE =
  /^(?:'self'|data:|blob:|'sha256-[A-Za-z0-9+/]{43}='|https?:\/\/(?:[\w.-]+|\[[0-9a-fA-F:]+\])(?::(?:\d+|\*))?(?:\/[\w./~%-]*)?)$/
const SAFE_NAME = /^[A-Za-z0-9_-]+$/

/**
 * The value of a `content-security-policy` header.
 * @throws TypeError naming the source that is no source: a setting that reaches a header must not write a second directive.
 */
export function contentSecurityPolicy(policy: CspPolicy): string {
  const trustedTypes = policy.trustedTypes ?? []
  for (const name of trustedTypes) {
    if (!SAFE_NAME.test(name)) throw new TypeError(`content security policy: ${JSON.stringify(name)} is no policy name`)
  }
  return [
    "default-src 'none'",
    directive('script-src', policy.scripts),
    directive('style-src', policy.styles),
    directive('img-src', policy.images),
    directive('font-src', policy.fonts),
    directive('connect-src', policy.connections),
    directive('frame-src', policy.frames),
    directive('form-action', policy.formTargets),
    directive('frame-ancestors', policy.frameAncestors),
    "base-uri 'self'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes.length > 0 ? trustedTypes.join(' ') : "'none'"}`,
  ].join('; ')
}

/**
 * Every header that a page of ours goes out with: the policy, and the older ones that say the same to what does not read it.
 * The referrer is the origin only: the provider asks for it, and addresses may carry a token.
 */
export function pageHeaders(policy: CspPolicy): { [name: string]: string } {
  const ancestors = policy.frameAncestors ?? []
  return {
    'content-security-policy': contentSecurityPolicy(policy),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), usb=()',
    ...(ancestors.length === 0 ? { 'x-frame-options': 'DENY' } : {}),
  }
}

function directive(name: string, sources: readonly CspSource[] = []): string {
  const refused = sources.find((source) => !SAFE_SOURCE.test(source))
  if (refused !== undefined) {
    throw new TypeError(
      `content security policy: ${JSON.stringify(refused)} is not allowed in ${name}; write 'self', data:, blob: or an origin like https://shop.example`,
    )
  }
  return `${name} ${sources.length > 0 ? sources.join(' ') : "'none'"}`
}
