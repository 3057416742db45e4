import { fileURLToPath } from 'node:url'
import type { Locator } from 'playwright-core'

const DECODER = fileURLToPath(import.meta.resolve('jsqr'))

/** Runs in a blank page. A string, because this package has no DOM types. */
const DECODE = `(base64) => new Promise((resolve, reject) => {
  const image = new Image()
  image.onerror = () => reject(new Error('the screenshot could not be decoded'))
  image.onload = () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
    const context = canvas.getContext('2d')
    context.drawImage(image, 0, 0)
    const { data, width, height } = context.getImageData(0, 0, image.width, image.height)
    resolve(jsQR(data, width, height, { inversionAttempts: 'dontInvert' })?.data ?? null)
  }
  image.src = 'data:image/png;base64,' + base64
})`

/** Decodes the QR code in a screenshot of an element. Null when there is none that can be read. */
export async function scanQr(element: Locator): Promise<string | null> {
  const screenshot = await element.screenshot()
  const page = await element.page().context().newPage()
  try {
    await page.addScriptTag({ path: DECODER })
    return await page.evaluate(`(${DECODE})(${JSON.stringify(screenshot.toString('base64'))})`)
  } finally {
    await page.close()
  }
}
