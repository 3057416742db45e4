/** A source of a Content-Security-Policy directive. The type excludes wildcards, `unsafe-inline` and `unsafe-eval`. */
export type CspSource = "'self'" | 'data:' | 'blob:' | `'sha256-${string}'` | `http://${string}` | `https://${string}`

/** The sources that a page may use. A missing or empty list becomes `'none'`. */
export interface CspPolicy {
  scripts?: readonly CspSource[]
  styles?: readonly CspSource[]
  images?: readonly CspSource[]
  fonts?: readonly CspSource[]
  /** `fetch`, `EventSource`, `sendBeacon`. */
  connections?: readonly CspSource[]
  /** Pages that this page may show in a frame. */
  frames?: readonly CspSource[]
  /** Pages that may show this page in a frame; default none. The port may be a wildcard: `http://localhost:*`. */
  frameAncestors?: readonly CspSource[]
  formTargets?: readonly CspSource[]
  /** Names of the Trusted Types policies that scripts may create; default none. */
  trustedTypes?: readonly string[]
}

const SAFE_SOURCE =
  /^(?:'self'|data:|blob:|'sha256-[A-Za-z0-9+/]{43}='|https?:\/\/(?:[\w.-]+|\[[0-9a-fA-F:]+\])(?::(?:\d+|\*))?(?:\/[\w./~%-]*)?)$/
const SAFE_NAME = /^[A-Za-z0-9_-]+$/

/**
 * Builds the value of a `content-security-policy` header.
 * @throws TypeError naming a malformed source: a setting must not be able to add another directive to the header.
 */
export function contentSecurityPolicy(policy: CspPolicy): string {
  const trustedTypes = policy.trustedTypes ?? []
  for (const name of trustedTypes) {
    if (!SAFE_NAME.test(name)) {
      throw new TypeError(
        `content security policy: trustedTypes must be names of letters, digits, - or _; got ${JSON.stringify(name)}`,
      )
    }
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
 * Returns the security headers of a page: the policy, and older headers with the same effect in old browsers.
 * The referrer is reduced to the origin, which the provider requires: full addresses may contain a token.
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
