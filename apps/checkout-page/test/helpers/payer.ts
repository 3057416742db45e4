import type { Page } from 'playwright-core'

/** Waits for the step with this heading. */
export async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name, exact: true }).waitFor()
}

export async function openMethod(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 3, name, exact: true }).click()
}

/** Shows the QR code: on a desktop it is there on arrival, elsewhere it takes a button. */
export async function payWithQr(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^(?:Show QR code|Pay with another phone)$/ })
  await page.getByRole('heading', { name: 'Scan to pay', exact: true }).or(button).first().waitFor()
  if (await button.isVisible()) await button.click()
  await heading(page, 'Scan to pay')
  await page.getByRole('img', { name: /QR code/ }).waitFor()
}

export async function fillCard(page: Page, card: { number: string; expiry: string; cvv: string }): Promise<void> {
  await page.getByLabel('Card number').pressSequentially(card.number)
  await page.getByLabel('Expiry').pressSequentially(card.expiry)
  await page.getByRole('textbox', { name: 'CVV' }).fill(card.cvv)
}
