import { renderMermaidSVG } from 'beautiful-mermaid'

/** Colours of the theme, light and dark. */
const COLOURS = {
  bg: 'var(--vp-c-bg)',
  fg: 'var(--vp-c-text-1)',
  muted: 'var(--vp-c-text-1)',
  line: 'var(--vp-c-text-3)',
  border: 'var(--vp-c-text-3)',
  surface: 'var(--vp-c-bg-soft)',
}

/**
 * Draws `mermaid` fences when the site is built: a reader loads no library. The theme has the styles of the drawings.
 * @param {import('vitepress').MarkdownRenderer} md
 */
export function drawDiagrams(md) {
  const other = md.renderer.rules.fence
  md.renderer.rules.fence = (tokens, at, ...rest) => {
    const { info = '', content = '' } = tokens[at] ?? {}
    return info.trim() === 'mermaid' ? diagram(content) : (other?.(tokens, at, ...rest) ?? '')
  }
}

/**
 * A diagram as a figure. Its caption is the line `accTitle:`, which is what Mermaid's accessible title is written as.
 * @param {string} source
 * @throws Error when the source is no diagram
 */
export function diagram(source) {
  const [line = '', caption = ''] = /^\s*accTitle:\s*(.+)\n/m.exec(source) ?? []
  // The library draws the arrow of a lost message as any other.
  const marked = source.replace(line, '').replaceAll(/(--?x[^:\n]*:) */g, '$1 ✕ ')
  const drawn = renderMermaidSVG(marked, COLOURS)
  // A template of Vue has no styles, and the library's would load a font from another host.
  const svg = drawn.replace(/<style>[\s\S]*?<\/style>\s*/, '').replaceAll(/\n\s*/g, '')
  return `<figure class="diagram" tabindex="0" v-pre>${svg}${caption && `<figcaption>${escapeHtml(caption)}</figcaption>`}</figure>\n`
}

const escapeHtml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
