/** The sentence for a card that did not go its way. */
export type CardTrouble = 'cardKeyWrong' | 'cardLost'

/** Seals, then sends. What fails before anything was sent is another news to the payer than a send that nobody answered. */
export async function sendSealed<Sealed>(
  seal: () => Promise<Sealed>,
  send: (sealed: Sealed) => Promise<unknown>,
): Promise<CardTrouble | undefined> {
  let sealed: Sealed
  try {
    sealed = await seal()
  } catch {
    return 'cardKeyWrong'
  }
  try {
    await send(sealed)
    return undefined
  } catch {
    return 'cardLost'
  }
}
