import { readFileSync, statSync } from 'node:fs'
import { dirname, extname, resolve } from 'node:path'
import type { Appearance } from '@galla/sandbox'
import { usageError } from './io.ts'

const TYPES: { readonly [extension: string]: string } = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
}
/** Bytes. The sandbox refuses smaller files too; this keeps a wrong path from being read into memory. */
const MAX_FILE_BYTES = 1_000_000

/**
 * Reads `--appearance FILE`: the sandbox's option `appearance` as JSON, in which `logo` may be the path of a picture, relative to that file.
 * The sandbox checks the values.
 * @throws CliError naming the file and what is wrong with it
 */
export function readAppearance(file: string | undefined): Appearance | undefined {
  if (file === undefined) return undefined
  const text = readSmall(file).toString('utf8')
  let appearance: Appearance
  try {
    appearance = JSON.parse(text)
  } catch {
    throw usageError(
      `--appearance takes a JSON file such as {"merchantName":"Chai","accentColor":"#1f4f8f"}; ${file} is not JSON`,
    )
  }
  const logo: unknown = appearance?.logo
  if (typeof logo !== 'string' || /^[a-z]{2,}:/i.test(logo)) return appearance
  const type = TYPES[extname(logo).toLowerCase()]
  if (!type) throw usageError(`appearance.logo must be a PNG, JPEG or WebP file; got '${logo}'`)
  const picture = readSmall(resolve(dirname(file), logo))
  return { ...appearance, logo: `data:${type};base64,${picture.toString('base64')}` }
}

function readSmall(path: string): Buffer {
  try {
    if (statSync(path).size <= MAX_FILE_BYTES) return readFileSync(path)
  } catch {
    throw usageError(`--appearance: cannot read ${path}`)
  }
  throw usageError(`--appearance: ${path} is larger than a megabyte`)
}
