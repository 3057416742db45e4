import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** No rule of WCAG 2.2 A and AA, nor of good practice, is broken in what is shown now. */
export async function expectAccessible(page: Page): Promise<void> {
  const axe = new AxeBuilder({ page }).options({
    resultTypes: ['violations'],
    // Of WCAG 2.2, and the one rule that axe leaves off.
    rules: { 'target-size': { enabled: true } },
  })
  // What is found in frames is put together in a page of its own; without a frame that page is opened for nothing.
  if (page.frames().length === 1) axe.setLegacyMode()
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([])
}

/** Nothing sticks out to the side: the page can be read by scrolling down alone. */
export async function expectReflow(page: Page): Promise<void> {
  const wider: number = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(wider).toBeLessThanOrEqual(0)
}
