import type { Page } from 'playwright-core'

export type Mode = 'On the payment page' | 'In a window' | 'Right here'

/** Waits for the page or step with this heading. */
export async function heading(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('heading', { name, ...(typeof name === 'string' && { exact: true }) }).waitFor()
}

/** Adds one Darjeeling, for ₹499.00. */
export async function addTea(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add Darjeeling, first flush' }).click()
}

/** From the products to the checkout. */
export async function checkOut(page: Page, mode: Mode): Promise<void> {
  await addTea(page)
  await page.getByRole('link', { name: /^Choose how to pay$|See the bill/ }).click()
  await page.getByLabel(mode).check()
  await page.getByRole('button', { name: /^(?:Pay ₹499\.00|Go to checkout)$/ }).click()
  if (mode === 'Right here') await heading(page, 'How would you like to pay?')
}

/** Opens a payment method on the shop's own page. */
export async function openMethod(page: Page, name: string): Promise<void> {
  await page.locator('summary').filter({ hasText: name }).click()
}

/** Returns from the provider's page to the shop, without waiting for the countdown. */
export async function returnToShop(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Return to Nukkad Chai' }).click()
  await page.waitForURL('**/thanks')
}

/** The id of this browser's latest order. */
export async function latestOrderId(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const response = await fetch('/api/orders')
    const { orders } = await response.json()
    return orders[0].merchantOrderId
  })
}

/** Enters the one-time password of the sandbox's test cards. */
export async function enterPassword(page: Page): Promise<void> {
  // It is submitted with its last digit.
  await page.getByLabel('One-time password').fill('123456')
}

/** Presses Tab until an element with this name has the focus. */
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
