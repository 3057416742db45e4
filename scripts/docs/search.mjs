/** Pages that are found by their headings only: a search finds the guides first. */
const REFERENCE = /^(?:api|adr)\/|^(?:asvs|autopay-protocol|differences|protocol|specification)\.md$/
/** Pages that are found by their title only: types, and records of decisions. */
const TITLE_ONLY = /^(?:api\/@|adr\/)/
const CODE = /^(?<fence>`{3,})[\s\S]*?^\k<fence>$/gm

/**
 * The part of a page that the search knows: prose and headings without samples, or headings alone.
 * @param {string} page Markdown
 * @param {string} path relative to the folder of the site
 */
export function searchable(page, path) {
  const prose = page.replaceAll(CODE, '').replaceAll(/^<<<.*$/gm, '')
  if (!REFERENCE.test(path)) return prose
  const headings = prose.match(TITLE_ONLY.test(path) ? /^# .+$/m : /^#{1,3} .+$/gm) ?? []
  // TypeDoc writes the kind before the name: `Interface: Callbacks`.
  return headings.map((heading) => heading.replace(/^# [A-Z]\w+( [A-Z]\w+)?: /, '# ')).join('\n\n')
}

/**
 * A word as the index and a query know it: `null` for one that says nothing, and the singular of a plural.
 * The browser runs it as text, so it uses nothing from outside.
 * @param {string} word
 */
export function indexedTerm(word) {
  const term = word.toLowerCase()
  if (
    /^(?:.|.{31,}|a[nst]|and|are|be|been|but|by|can|do|does|for|from|has|have|if|i[nst]|into|its|no|not|of|on|or|so|such|th(?:an|at|e|eir|en|ere|ey|is|ose)|to|was|were|what|when|which|who|will|with|you|your)$/u.test(
      term,
    )
  )
    return null
  return /[^s]s$/.test(term) && term.length > 4 ? term.slice(0, -1) : term
}

/**
 * Weight of a result by its address: guides before the provider's protocol, before decisions and types.
 * @param {string} id
 */
export const weightOf = (id) => (/\/api\/@|\/adr\//.test(id) ? 0.1 : /\/(?:autopay-)?protocol#/.test(id) ? 0.3 : 1)

/** Search of VitePress, in the browser. */
export const search = {
  provider: /** @type {const} */ ('local'),
  options: {
    detailedView: false,
    miniSearch: { options: { processTerm: indexedTerm }, searchOptions: { boostDocument: weightOf } },
    _render: (page, env, md) => md.render(searchable(page, env.relativePath), env),
  },
}
