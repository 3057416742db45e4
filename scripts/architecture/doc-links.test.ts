import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { headingAnchor } from '../../docs/.vitepress/heading-anchor.mts'
import { root } from '../lib/paths.mjs'
import { repositoryFiles } from '../lib/repository-files.mjs'

const tracked = repositoryFiles()
const documents = tracked.filter((file) => file.endsWith('.md') && !file.startsWith('.changeset/'))

/** Samples in fenced blocks link to nothing. */
const withoutFences = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '')

/** Links to other files, without the anchor: `[text](path#anchor)`, and pictures. */
const linksOf = (text: string) =>
  [...text.matchAll(/(?:\]\(|src(?:set)?=")(?!https?:|mailto:|#)([^)"\s]+)[)"]/g)].map(([, target = '']) =>
    target.replace(/#.*$/, ''),
  )

/** Files that a page of the site includes: `<<< ../examples/hono/app.ts [Hono]`. */
const includesOf = (text: string) => [...text.matchAll(/^<<< ([^\s#{]+)/gm)].map(([, target = '']) => target)

/** Links to a heading, here or in another document of the repository: `[text](path#anchor)`. */
const headingLinksOf = (text: string) =>
  [...text.matchAll(/\]\((?!https?:|mailto:)((?:[^)\s#]+\.md)?)#([^)\s]+)\)/g)].map(([, path = '', anchor = '']) => ({
    path,
    anchor,
  }))

/** Anchors of headings as GitHub and the site make them, and those that stand in the text. */
function anchorsOf(text: string): Set<string> {
  const headings = [...withoutFences(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    headingAnchor(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')),
  )
  const written = [...text.matchAll(/id="([^"]+)"|\{#([\w-]+)\}/g)].map(([, id, braced]) => id ?? braced ?? '')
  return new Set([...headings, ...written])
}

/** Paths in code marks that start at the root of the repository; `{a,b}`, `*`, `<name>` and `…` stand for several files. */
const pathsOf = (text: string) =>
  [...text.matchAll(/`((?:packages|apps|scripts|docs|examples|bench)\/[^`\s:]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !/[{}*<>…]|\/(?:dist|assets)\b|node_modules/.test(path))

/** `services/orders/start-order.ts`: the end of a path, in prose, tables and diagrams. */
const pathEndsOf = (text: string) =>
  [...text.matchAll(/(?<![\w/.{-])[a-z-]+\/[a-z-]+(?:\/[a-z-]+)*\.tsx?\b/g)].map(([path]) => path)

describe('documents', () => {
  it('are found', () => {
    expect(documents.length).toBeGreaterThan(20)
  })

  it.each(documents)('%s links to files that exist', (file) => {
    const text = withoutFences(readFileSync(join(root, file), 'utf8'))
    const missing = [...linksOf(text), ...includesOf(text)].filter(
      (target) => !existsSync(join(root, normalize(join(dirname(file), target)))),
    )
    expect(missing, `${file} links to files that do not exist`).toEqual([])
  })

  it.each(documents)('%s links to headings that exist', (file) => {
    const missing = headingLinksOf(withoutFences(readFileSync(join(root, file), 'utf8'))).filter(({ path, anchor }) => {
      const target = join(root, path === '' ? file : normalize(join(dirname(file), path)))
      return existsSync(target) && !anchorsOf(readFileSync(target, 'utf8')).has(anchor)
    })
    expect(missing, `${file} links to headings that do not exist`).toEqual([])
  })

  it('show each picture of the repository', () => {
    const shown = documents.flatMap((file) =>
      linksOf(readFileSync(join(root, file), 'utf8')).map((target) => normalize(join(dirname(file), target))),
    )
    const pictures = readdirSync(join(root, 'docs/pictures')).map((name) => `docs/pictures/${name}`)
    expect(pictures.length).toBeGreaterThan(0)
    expect(pictures.filter((path) => !shown.includes(path))).toEqual([])
  })

  it.each(documents)('%s names paths that exist', (file) => {
    const missing = pathsOf(readFileSync(join(root, file), 'utf8')).filter((path) => !existsSync(join(root, path)))
    expect(missing, `${file} names paths that do not exist`).toEqual([])
  })

  it('ARCHITECTURE.md names ends of paths that exist', () => {
    const ends = pathEndsOf(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'))
    expect(ends.length).toBeGreaterThan(20)
    expect(ends.filter((end) => !tracked.some((file) => file.endsWith(`/${end}`) || file === end))).toEqual([])
  })
})
