import { type Check, ok, wrong } from './check.ts'
import { placesOf, tell } from './places.ts'

const NAMES = ['@phonepe-pg/pg-sdk-node', 'pg-sdk-node']
const IMPORTED = /(?:from|import|require\()\s*\(?\s*['"](?:@phonepe-pg\/)?pg-sdk-node(?:\/[^'"]*)?['"]/
const DEEP = /['"](?:@phonepe-pg\/)?pg-sdk-node\/[^'"]+['"]/

/** Is the official package still in use? */
export const officialPackage: Check = ({ project }) => {
  const listed = NAMES.filter((name) => name in project.dependencies)
  const imports = placesOf(project.sources, IMPORTED)
  const deep = placesOf(project.sources, DEEP)
  return [
    ...(imports.length > 0
      ? [wrong(`The official package is imported: ${tell(imports)}`, "import the same names from '@galla/sdk/compat'")]
      : []),
    ...(deep.length > 0
      ? [
          wrong(
            `An inner file of it is imported: ${tell(deep)}`,
            "take the name from '@galla/sdk/compat' itself; inner files have no counterpart",
          ),
        ]
      : []),
    ...(listed.length > 0
      ? [
          wrong(
            `package.json lists ${listed.join(' and ')}`,
            `once nothing imports it: npm uninstall ${listed.join(' ')}`,
          ),
        ]
      : []),
    ...(listed.length + imports.length === 0 ? [ok('The official package is not in use')] : []),
    ...('@galla/sdk' in project.dependencies
      ? []
      : [wrong('package.json does not list @galla/sdk', 'npm install @galla/sdk')]),
  ]
}
