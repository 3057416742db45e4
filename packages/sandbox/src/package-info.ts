import { type InstalledPackage, type PackageFiles, packageFiles } from '@galla/http-server/package-files'
import manifest from '../package.json' with { type: 'json' }

/** The package version in `GET /_sandbox/health`. */
export const VERSION: string = manifest.version

/** This package, for a module of it. */
export const packageOf = (url: string | undefined): InstalledPackage => ({ name: manifest.name, version: VERSION, url })

/** Looks for the folder of the built checkout page. */
export const checkoutPageFiles = (): PackageFiles =>
  packageFiles(packageOf(import.meta.url), 'The checkout page', 'assets/checkout-page')

/** Looks for the folder of the built test tools. */
export const testToolsFiles = (): PackageFiles =>
  packageFiles(packageOf(import.meta.url), 'The page of the test tools', 'assets/test-tools')
