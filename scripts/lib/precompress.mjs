import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSIBLE = /\.(?:html|js|css|svg|json|txt)$/
/** Sizes of the blocks that are tried, as powers of two: which one makes a file smallest depends on the file. */
const BLOCK_SIZES = [16, 17, 18, 24]

async function smallestBrotli(plain) {
  const tries = BLOCK_SIZES.map((size) =>
    promisify(brotliCompress)(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGBLOCK]: size },
    }),
  )
  return (await Promise.all(tries)).reduce((best, one) => (one.length < best.length ? one : best))
}

/** Writes `.gz` and `.br` beside every text file, so that the server compresses nothing while it serves. */
export async function precompress(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => COMPRESSIBLE.test(name))
    .map((name) => join(folder, name))
  await Promise.all(
    files.map(async (file) => {
      const plain = readFileSync(file)
      const br = await smallestBrotli(plain)
      writeFileSync(`${file}.gz`, await promisify(gzip)(plain, { level: 9 }))
      writeFileSync(`${file}.br`, br)
    }),
  )
}
