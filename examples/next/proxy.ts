/** Some banks send the payer back by POST, without the shop's cookie. The redirected GET carries the cookie. */
export function proxy(request: Request): Response | undefined {
  return request.method === 'POST' ? Response.redirect(new URL('/thanks', request.url), 303) : undefined
}

export const config = { matcher: '/thanks' }
