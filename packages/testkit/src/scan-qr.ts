import { fileURLToPath } from 'node:url'
import type { Locator } from 'playwright-core'

const DECODER = fileURLToPath(import.meta.resolve('jsqr'))

/** Runs in a blank page beside it; text, since this room knows no document. */
const DECODE = `(base64) => new Promise((resolve, reject) => {
  const picture = new Image()
  picture.onerror = () => reject(new Error('the screenshot is no picture'))
  picture.onload = () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height })
    const paper = canvas.getContext('2d')
    paper.drawImage(picture, 0, 0)
    const { data, width, height } = paper.getImageData(0, 0, picture.width, picture.height)
    resolve(jsQR(data, width, height, { inversionAttempts: 'dontInvert' })?.data ?? null)
  }
  picture.src = 'data:image/png;base64,' + base64
})`

/** What a phone's camera reads in a picture of this part of a page: null when there is no code that it could read. */
export async function scanQr(part: Locator): Promise<string | null> {
  const picture = await part.screenshot()
  const beside = await part.page().context().newPage()
  try {
    await beside.addScriptTag({ path: DECODER })
    return await beside.evaluate(`(${DECODE})(${JSON.stringify(picture.toString('base64'))})`)
  } finally {
    await beside.close()
  }
}
