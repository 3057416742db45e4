import { type PackageFiles, packageFiles } from '@galla/http-server/package-files'
import manifest from '../package.json' with { type: 'json' }

/** Version of the package, shown in the console. */
export const VERSION: string = manifest.version

/** Looks for the folder of the built console. */
export const consoleFiles = (): PackageFiles =>
  packageFiles({ name: manifest.name, version: VERSION, url: import.meta.url }, 'The console', 'assets/console')
