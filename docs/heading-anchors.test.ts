import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMarkdownRenderer, type MarkdownRenderer } from 'vitepress'
import { beforeAll, describe, expect, it } from 'vitest'
import config from './.vitepress/config.mts'
import { headingAnchor } from './.vitepress/heading-anchor.mts'

const docs = import.meta.dirname
const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.md') && !/^(?:api|public|\.)|node_modules/.test(name),
)

/** Headings that name no anchor of their own, as their text without marks. */
const headingsOf = (page: string) =>
  [
    ...readFileSync(join(docs, page), 'utf8')
      .replace(/^```[\s\S]*?^```/gm, '')
      .matchAll(/^(#{1,6} .*)$/gm),
  ]
    .map(([heading]) => heading)
    .filter((heading) => !/\{#[\w-]+\}$/.test(heading))

describe('the site', () => {
  let markdown: MarkdownRenderer
  beforeAll(async () => {
    markdown = await createMarkdownRenderer(docs, config.markdown)
  })

  it('gives headings the anchors that links in the repository have', () => {
    expect(pages.length).toBeGreaterThan(40)
    const different = []
    for (const page of pages)
      for (const heading of headingsOf(page)) {
        const html = markdown.render(heading, { path: join(docs, page), relativePath: page })
        const id = / id="([^"]*)"/.exec(html)?.[1]
        const text = heading.replace(/^#+ /, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        if (id !== headingAnchor(text)) different.push(`${page}: ${heading} has the anchor ${id}`)
      }
    expect(different).toEqual([])
  })
})
