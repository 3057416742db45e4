import { existsSync, readFileSync } from 'node:fs'
// The default import: webpack replaces a call of an imported `createRequire` by undefined.
import nodeModule from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** A package whose code runs, perhaps inside a bundle. */
export interface InstalledPackage {
  readonly name: string
  readonly version: string
  /** `import.meta.url` of a module of the package. In a bundle it is undefined, or the address of the bundle or of another machine. */
  readonly url: string | undefined
}

/**
 * Finds the folder in which a package is installed: the one of its own module, else the one that programs beside the bundle, the started
 * script or the working folder would load, if that has the same version.
 * @returns undefined when there is none, as where a bundle was deployed without `node_modules`
 */
export function packageFolder({ name, version, url }: InstalledPackage): string | undefined {
  const own = pathOf(url)
  const isThisPackage = (manifest: string): boolean => {
    const found = readManifest(manifest)
    return found?.name === name && found.version === version
  }
  const nearest = own && nearestManifest(own)
  if (nearest && isThisPackage(nearest)) return dirname(nearest)
  const manifest = `${name}/package.json`
  return loaders(own)
    .flatMap((from) => resolveFrom(from, manifest) ?? [])
    .filter(isThisPackage)
    .map((found) => dirname(found))[0]
}

/** Finds the file that a package gets when it loads a module, such as `@galla/sandbox/redirect`. */
export function packageModule(of: InstalledPackage, specifier: string): string | undefined {
  const folder = packageFolder(of)
  return folder && resolveFrom(join(folder, 'package.json'), specifier)
}

/** Files that modules may be loaded from: of this code, of the program that was started, of the working folder. */
function loaders(own: string | undefined): string[] {
  const script = process.argv[1]
  return [...(own ? [own] : []), ...(script ? [script] : []), join(process.cwd(), 'package.json')]
}

/** Finds modules as the code of a file would. */
export const resolverOf = (file: string): NodeJS.RequireResolve => nodeModule.createRequire(pathToFileURL(file)).resolve

function resolveFrom(file: string, specifier: string): string | undefined {
  try {
    return resolverOf(file)(specifier)
  } catch {
    return undefined
  }
}

function pathOf(url: string | undefined): string | undefined {
  return url?.startsWith('file:') ? fileURLToPath(url) : undefined
}

function nearestManifest(file: string): string | undefined {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json')
    if (existsSync(manifest)) return manifest
    if (folder === dirname(folder)) return undefined
  }
}

function readManifest(file: string): { name?: unknown; version?: unknown } | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Where files of a package are, or should be, and the text for a merchant who deployed without them. */
export interface PackageFiles {
  readonly path: string
  readonly whenMissing: string
}

/**
 * Looks for files that a package reads when it runs.
 * @param what subject of the sentence: "The console"
 * @param inside path inside the package: `assets/console`
 */
export function packageFiles(of: InstalledPackage, what: string, inside: string): PackageFiles {
  const path = join(packageFolder(of) ?? join(process.cwd(), 'node_modules', of.name), inside)
  return { path, whenMissing: missingFiles(what, path, of.name, `${of.name}/${inside}`) }
}

/**
 * Tells a merchant that files of an installed package are not where its code runs, why, and the lines that mend it.
 * @param external the package that a bundler must leave out
 * @param traced path below `node_modules` that the files are read from
 */
export function missingFiles(what: string, path: string, external: string, traced: string): string {
  return `${what} cannot be read: ${path} does not exist. A bundler, or the standalone output of Next, has copied the code of ${external} without the files that it reads when it runs.
esbuild: --external:${external}, webpack: externals: ['${external}'], rollup: external: ['${external}'], and deploy node_modules with the bundle.
Next, in next.config: serverExternalPackages: ['${external}'] and outputFileTracingIncludes: { '/**': ['./node_modules/${traced}/**/*'] }`
}
