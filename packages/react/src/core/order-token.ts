/**
 * The order that a token opens: it stands in the token's second part, readable by anyone and signed by the server.
 * Nothing is judged here; a text that is no token gives undefined.
 */
export function orderOfToken(payerToken: string): string | undefined {
  const [version, order] = payerToken.split('.')
  if (version !== 'g1' || !order) return undefined
  try {
    const bytes = Uint8Array.from(atob(order.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    )
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes) || undefined
  } catch {
    return undefined
  }
}
