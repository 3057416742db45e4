/** Some banks send the payer back by POST. */
export function proxy(request: Request): Response | undefined {
  const { search } = new URL(request.url)
  return request.method === 'POST' ? Response.redirect(new URL(`/thanks${search}`, request.url), 303) : undefined
}

export const config = { matcher: '/thanks' }
