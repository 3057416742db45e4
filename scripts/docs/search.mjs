/** Pages that are found by their headings only: a search finds the guides first. */
const REFERENCE =
  /^(?:api|adr)\/|^(?:asvs|autopay-protocol|coverage|differences|guarantees|http-apis|protocol|release-notes|responsibility|scaling|security-configuration|specification|why-no-double)\.md$/
/** Pages that are found by their title only: types, and records of decisions. */
const TITLE_ONLY = /^(?:api\/@|adr\/)/
const CODE = /^(?<fence>`{3,})[\s\S]*?^\k<fence>$/gm

/**
 * The part of a page that the search knows: prose and headings without samples, or headings alone.
 * @param {string} page Markdown
 * @param {string} path relative to the folder of the site
 */
export function searchable(page, path) {
  const prose = page.replaceAll(CODE, '').replaceAll(/^<<< \S+(?: \[(.*)\])?$/gm, '$1')
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
  if (/^(?:.|.{31,}|\d\d|\d{4,})$/u.test(term)) return null
  if (
    /^(?:about|after|again|all|alone|already|also|an|and|another|any|are|as|at|be|because|been|before|both|but|by|can|cannot|come|do|does|each|end|ends|even|every|first|for|from|has|have|here|how|if|in|into|is|it|its|just|keep|later|like|longer|make|may|more|most|must|need|needs|never|new|next|no|not|nothing|now|of|on|once|one|only|or|other|out|over|own|per|read|same|says|see|set|show|so|stay|still|such|take|than|that|the|their|them|then|there|therefore|these|they|this|those|through|time|to|too|two|under|until|use|was|were|what|when|where|which|while|who|will|with|without|yet|you|your)$/.test(
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

/** The part that is searched, as HTML. A page with a title only needs no anchor. */
function render(page, env, md) {
  const text = searchable(page, env.relativePath)
  return TITLE_ONLY.test(env.relativePath)
    ? `<h1>${md.renderInline(text.replace(/^# /, ''), env)}<a href="#"></a></h1>\n`
    : md.render(text, env)
}

/** Search of VitePress, in the browser. */
export const search = {
  provider: /** @type {const} */ ('local'),
  options: {
    detailedView: false,
    miniSearch: { options: { processTerm: indexedTerm }, searchOptions: { boostDocument: weightOf } },
    _render: render,
  },
}
