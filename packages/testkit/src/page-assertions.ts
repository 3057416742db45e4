import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

type RunOptions = Parameters<AxeBuilder['options']>[0]

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
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'], ...options })
  // axe merges the results of frames in a second page, which a page without frames does not need.
  if (page.frames().length === 1) axe.setLegacyMode()
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([])
}

/** Asserts that the page does not scroll horizontally. */
export async function expectReflow(page: Page): Promise<void> {
  const overflow: number = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(overflow).toBeLessThanOrEqual(0)
}
