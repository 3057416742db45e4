import { basename } from 'node:path'

/**
 * A plugin of Vite that changes components of the theme of VitePress.
 * @param {{ readonly [component: string]: { readonly [from: string]: string } }} changes
 */
export const themeChanges = (changes) => ({
  name: 'theme-changes',
  enforce: /** @type {const} */ ('pre'),
  /** @throws Error when a component no longer has a text that is to be replaced */
  transform(code, id) {
    const own = changes[basename(id)]
    if (!own) return undefined
    return Object.entries(own).reduce((text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${basename(id)} of the theme has no ${JSON.stringify(from)} any more`)
      return text.replace(from, to)
    }, code)
  },
})
