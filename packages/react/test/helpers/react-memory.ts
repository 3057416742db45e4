import type { Page } from 'playwright-core'

/**
 * Those of the texts that can be reached from React's own tree: state, hooks, props, queues, and whatever these lead to.
 * What a developer's tools show is read from there. Nodes of the document are left out: an input holds what was typed into it.
 */
export function heldByReact(page: Page, texts: readonly string[]): Promise<string[]> {
  return page.evaluate((wanted) => {
    const container = document.querySelector('#stall')
    const [tree] = Object.entries(container ?? {}).flatMap(([key, fiber]) =>
      key.startsWith('__reactContainer$') ? [fiber] : [],
    )
    if (!tree) throw new Error('React has no tree in #stall')
    // React's stopwatch and its plan of work are numbers without a meaning here.
    const bookkeeping = /^_debug|Times?$|Duration$|[lL]anes$/
    const found = new Set<string>()
    const seen = new Set<unknown>()
    const ahead: unknown[] = [tree]
    const weigh = (text: string) => {
      for (const one of wanted) if (text === one || (one.length > 4 && text.includes(one))) found.add(one)
    }
    while (ahead.length > 0) {
      const value = ahead.pop()
      if (typeof value === 'string' || typeof value === 'number') weigh(String(value).replaceAll(/[\s-]/g, ''))
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null) continue
      if (seen.has(value) || value instanceof Node || value === window) continue
      seen.add(value)
      if (value instanceof Map || value instanceof Set) ahead.push(...value)
      for (const [key, { value: inner }] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
        if (!bookkeeping.test(key)) ahead.push(inner)
      }
    }
    return wanted.filter((one) => found.has(one))
  }, texts)
}
