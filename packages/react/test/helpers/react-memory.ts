import type { Page } from 'playwright-core'

/**
 * Those of the texts that are reachable from React's fiber tree (state, hooks, props, queues), as in developer tools. DOM
 * nodes are not searched: an input holds what was typed into it.
 */
export function textsHeldByReact(page: Page, texts: readonly string[]): Promise<string[]> {
  return page.evaluate((wanted) => {
    const container = document.querySelector('#shop')
    const [tree] = Object.entries(container ?? {}).flatMap(([key, fiber]) =>
      key.startsWith('__reactContainer$') ? [fiber] : [],
    )
    if (!tree) throw new Error('#shop has no React tree')
    // Timings and lanes are numbers that could match a CVV by chance.
    const bookkeeping = /^_debug|Times?$|Duration$|[lL]anes$/
    const found = new Set<string>()
    const seen = new Set<unknown>()
    const queue: unknown[] = [tree]
    const match = (text: string) => {
      for (const one of wanted) if (text === one || (one.length > 4 && text.includes(one))) found.add(one)
    }
    while (queue.length > 0) {
      const value = queue.pop()
      if (typeof value === 'string' || typeof value === 'number') match(String(value).replaceAll(/[\s-]/g, ''))
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null) continue
      if (seen.has(value) || value instanceof Node || value === window) continue
      seen.add(value)
      if (value instanceof Map || value instanceof Set) queue.push(...value)
      for (const [key, { value: inner }] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
        if (!bookkeeping.test(key)) queue.push(inner)
      }
    }
    return wanted.filter((one) => found.has(one))
  }, texts)
}
