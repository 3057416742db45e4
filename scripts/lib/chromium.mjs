import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { at, cache } from './paths.mjs'
import { node } from './run.mjs'

const SYSTEM = '/usr/bin/chromium'
/** Unpacks into `TMPDIR`. The package adds its system libraries only where it finds the environment of a cloud function. */
const UNPACK = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())"

/**
 * Path of a Chromium: the one that `GALLA_CHROMIUM` names, the system's, or the one of @sparticuz/chromium, which is
 * unpacked once into `.cache`. The package itself unpacks to a fixed path in the system's temporary folder, where two
 * processes overwrite each other's file and another user can put one first.
 */
export async function chromiumPath() {
  if (process.env.GALLA_CHROMIUM) return process.env.GALLA_CHROMIUM
  if (existsSync(SYSTEM)) return SYSTEM
  const { version } = JSON.parse(readFileSync(at('node_modules/@sparticuz/chromium/package.json'), 'utf8'))
  const folder = join(cache, `chromium-${version}`)
  await withLock('chromium', async () => {
    if (existsSync(folder)) return
    deleteOthers()
    await unpack(folder)
  })
  const program = join(folder, 'chromium')
  for (const path of [folder, program]) refuseForeign(path)
  return program
}

/** Older versions, and what interrupted runs left. */
function deleteOthers() {
  for (const name of readdirSync(cache).filter((one) => one.startsWith('chromium-'))) {
    rmSync(join(cache, name), { recursive: true, force: true })
  }
}

/** Beside `folder`, then renamed: an interrupted run leaves no half of a browser. */
async function unpack(folder) {
  mkdirSync(cache, { recursive: true })
  // mkdtemp creates it for this user only.
  const unfinished = mkdtempSync(`${folder}-`)
  try {
    const env = { TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' }
    const { ok, output } = await node(['--input-type=module', '--eval', UNPACK], { env })
    if (!ok || !existsSync(join(unfinished, 'chromium')))
      throw new Error(`@sparticuz/chromium was not unpacked:\n${output}`)
    writeFileSync(join(unfinished, 'fonts/fonts.conf'), fontsConfig(folder))
    renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** The package's own file names folders of the system's temporary folder. */
const fontsConfig = (folder) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${escapeXml(join(folder, 'fonts'))}</dir>
  <cachedir>${escapeXml(join(folder, 'fonts-cache'))}</cachedir>
</fontconfig>
`

const escapeXml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * @throws Error when `path` is a link, or belongs to another user or can be written by one: what it leads to was not unpacked here
 */
export function refuseForeign(path) {
  if (process.platform === 'win32') return
  const found = lstatSync(path)
  const ours = found.uid === process.getuid?.() && (found.mode & 0o022) === 0
  if (ours && !found.isSymbolicLink()) return
  throw new Error(
    `${path} is a link, belongs to another user or can be written by one. Delete it and run the command again`,
  )
}
