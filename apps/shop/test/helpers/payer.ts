import type { Page } from 'playwright-core'

export type PayWay = 'On the payment page' | 'In a window' | 'Right here'

/** Waits until the page or step of that name is shown. */
export async function heading(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('heading', { name, ...(typeof name === 'string' && { exact: true }) }).waitFor()
}

/** Takes one Darjeeling, for ₹499.00. */
export async function pickTea(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add Darjeeling, first flush' }).click()
}

/** From the shelf to the bill, and to where it is paid. */
export async function checkOut(page: Page, way: PayWay): Promise<void> {
  await pickTea(page)
  await page.getByRole('link', { name: /^Choose how to pay$|See the bill/ }).click()
  await page.getByLabel(way).check()
  await page.getByRole('button', { name: /^(?:Pay ₹499\.00|Choose how to pay)$/ }).click()
  if (way === 'Right here') await heading(page, 'How would you like to pay?')
}

/** Opens one way to pay on the shop's own page. */
export async function openMethod(page: Page, name: string): Promise<void> {
  await page.locator('summary').filter({ hasText: name }).click()
}

/** From the provider's page to the shop's, at once instead of after its count. */
export async function comeBack(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Return to Nukkad Chai' }).click()
  await page.waitForURL('**/thanks')
}

/** The provider's order number of what this browser ordered last. */
export async function lastOrder(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const reply = await fetch('/api/orders')
    const { orders } = await reply.json()
    return orders[0].merchantOrderId
  })
}

/** The stall's part is played: the bank takes the password that the sandbox's cards have. */
export async function enterPassword(page: Page): Promise<void> {
  await page.getByLabel('One-time password').fill('123456')
  await page.getByRole('button', { name: 'Confirm payment' }).click()
}

/** Presses Tab until the element of that name has the focus. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let press = 0; press < 50; press++) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(() => {
      const { activeElement: here } = document
      const label = here instanceof HTMLInputElement ? here.labels?.[0]?.textContent : undefined
      return label ?? here?.getAttribute('aria-label') ?? here?.textContent ?? ''
    })
    if (name.test(found)) return
  }
  throw new Error(`Tab never reached ${name}`)
}
