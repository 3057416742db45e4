import type { Page } from 'playwright-core'

/** Waits for the step with this heading. */
export async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name, exact: true }).waitFor()
}

export async function openMethod(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 3, name, exact: true }).click()
}

/** Starts a QR payment, by the button of either layout. */
export async function payWithQr(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(?:Show QR code|Pay with another phone)$/ }).click()
  await heading(page, 'Scan to pay')
}

export async function fillCard(page: Page, card: { number: string; expiry: string; cvv: string }): Promise<void> {
  await page.getByLabel('Card number').pressSequentially(card.number)
  await page.getByLabel('Expiry').pressSequentially(card.expiry)
  await page.getByRole('textbox', { name: 'CVV' }).fill(card.cvv)
}
