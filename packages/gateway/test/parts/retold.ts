import type { WorldOptions } from './world.ts'

export type Told = { readonly [field: string]: unknown }

/** A provider that answers for its orders or its refunds in other words. */
export function retold(
  what: 'order' | 'refund',
  inOtherWords: (told: Told) => Told,
): NonNullable<WorldOptions['wire']> {
  return (provider) => async (url, init) => {
    const reply = await provider(url, init)
    const { pathname } = new URL(String(url instanceof Request ? url.url : url))
    const isTold = reply.ok && pathname.includes(`/${what}/`) && pathname.endsWith('/status')
    return isTold ? Response.json(inOtherWords((await reply.json()) as Told)) : reply
  }
}
