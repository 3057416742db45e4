import { readdirSync } from 'node:fs'
import { UsageError } from './usage-error.ts'

/** Tarballs that take the place of the registry, by name of the package. */
export type Tarballs = { readonly [name: string]: string }

/** Folder of a project into which tarballs are copied. */
export const TARBALL_FOLDER = 'galla-packages'

/** Finds the tarballs of Galla in a folder, as `npm pack` names them: `galla-sdk-0.1.0.tgz` is `@galla/sdk`. */
export function findTarballs(folder: string): Tarballs {
  const found = readdirSync(folder).flatMap((file) => {
    const [, name] = /^((?:galla|create-galla)(?:-[a-z]+)?)-\d+\.\d+\.\d+[\w.-]*\.tgz$/.exec(file) ?? []
    return name ? [[name.replace(/^galla-/, '@galla/'), file] as const] : []
  })
  if (found.length === 0) throw new UsageError(`No tarball such as galla-sdk-0.1.0.tgz is in ${folder}.`)
  return Object.fromEntries(found)
}
