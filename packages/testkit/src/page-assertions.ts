import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Frame, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Asserts that axe finds no violation of WCAG 2.2 A and AA, nor of its best practices, on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  // The WCAG 2.2 rule that axe disables by default.
  await expectNoViolations(page, { rules: { 'target-size': { enabled: true } } })
}

/** The same in both colour schemes, of which only contrast depends on the second one. The page stays dark. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, { runOnly: ['color-contrast'] })
}

async function expectNoViolations(page: Page, options: RunOptions): Promise<void> {
  // What a live update adds while axe works does not fade in. The page stays so.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await Promise.all(page.frames().map(prepareFrame))
  // Only what is read below: selectors, and styles and media of rules that are off, take a fifth of the time.
  const economical: RunOptions = { resultTypes: ['violations'], selectors: false, preload: false }
  const run = `axe.run(document, ${JSON.stringify({ ...economical, ...options })})`
  const { violations } = await page.evaluate<AxeResults>(run)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([])
}

/** Ends what is still fading, because half a transition has neither contrast. Strings, because this package has no DOM types. */
const END_TRANSITIONS = `for (const animation of document.getAnimations()) {
  if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
}`

/** Loads axe once per document: its half megabyte of source takes as long to parse as most pages take to check. */
async function prepareFrame(frame: Frame): Promise<void> {
  await frame.evaluate(END_TRANSITIONS)
  if (await frame.evaluate<boolean>('"axe" in window')) return
  await frame.evaluate(`${axe.source}; axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] })`)
}

/** Asserts that the focus reaches the element with this text. React moves the focus after it shows a step. */
export async function expectFocusOn(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe(text)
}

/** Asserts that the page does not scroll horizontally. */
export async function expectReflow(page: Page): Promise<void> {
  const overflow: number = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(overflow).toBeLessThanOrEqual(0)
}

/** Asserts that the page has moved little since it began to load: what the web calls good is 0.1. */
export async function expectLittleLayoutShift(page: Page): Promise<void> {
  const { sum, moved } = await page.evaluate<{ sum: number; moved: string[] }>(LAYOUT_SHIFT)
  expect(sum, moved.join('\n')).toBeLessThan(0.05)
}

/** Without a shift there is no entry to wait for. `moved`: what moved, from where to where. */
const LAYOUT_SHIFT = `new Promise((resolve) => {
  let sum = 0
  const moved = []
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      sum += value
      for (const { node, previousRect, currentRect } of sources)
        moved.push(value.toFixed(3) + ' ' + (node?.className || node?.nodeName) + ': ' + place(previousRect) + ' to ' + place(currentRect))
    }
  }).observe({ type: 'layout-shift', buffered: true })
  requestAnimationFrame(() => setTimeout(() => resolve({ sum, moved }), 300))
})`
