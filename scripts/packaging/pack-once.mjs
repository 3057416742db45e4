import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packTarballs } from '../lib/pack-tarballs.mjs'

/** Packs every published package once, for all test files: `GALLA_TARBALLS` is the folder, which workers inherit. */
export default async function packOnce() {
  // With a space, as a merchant's folder may have one.
  const folder = mkdtempSync(join(tmpdir(), 'galla tarballs '))
  process.env.GALLA_TARBALLS = await packTarballs(folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
