const PICTURE =
  /<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)">\s*<img src="([^"]+)"([^>]*)>\s*<\/picture>/g

/**
 * Pictures for light and dark follow the switch of the site, where those of the repository follow the system. The hidden one of the two
 * is lazy, so that no browser loads it.
 * @param {import('vitepress').MarkdownRenderer} md
 */
export function followTheme(md) {
  md.core.ruler.push('theme-pictures', ({ tokens }) => {
    for (const token of tokens) if (token.type === 'html_block') token.content = withBoth(token.content)
  })
}

/** @param {string} html */
export const withBoth = (html) =>
  html.replaceAll(
    PICTURE,
    (_, dark, light, attributes) =>
      `<img class="in-light" src="${light}"${attributes}><img class="in-dark" src="${dark}"${attributes}>`,
  )
