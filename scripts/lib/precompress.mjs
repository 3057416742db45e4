import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSIBLE = /\.(?:html|js|css|svg|json|txt)$/
/** One block for a whole file: one set of code tables is smaller than several. */
const SMALLEST = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGBLOCK]: 24 }

/** Writes `.gz` and `.br` beside every text file, so that the server compresses nothing while it serves. */
export async function precompress(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => COMPRESSIBLE.test(name))
    .map((name) => join(folder, name))
  await Promise.all(
    files.map(async (file) => {
      const plain = readFileSync(file)
      const br = await promisify(brotliCompress)(plain, { params: SMALLEST })
      writeFileSync(`${file}.gz`, await promisify(gzip)(plain, { level: 9 }))
      writeFileSync(`${file}.br`, br)
    }),
  )
}
