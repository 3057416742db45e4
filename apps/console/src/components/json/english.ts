import { countText, plural } from '../../i18n/plural.ts'

/** The view of a JSON value. */
export const jsonEnglish = {
  search: {
    open: 'Search',
    label: (name: string) => `Search in ${name}`,
    field: 'Name or value',
    none: 'No match',
    at: (at: number, count: number, most: string) => `${at} of ${count}${most}`,
    previous: 'Previous match',
    next: 'Next match',
  },
  openAll: 'Open all',
  foldAll: 'Fold all',
  copy: 'Copy',
  copyPath: 'Copy path',
  copyValue: 'Copy value',
  keys: 'Up and Down move between lines, Left and Right fold and open.',
  items: (count: number) => plural(count, 'item'),
  fields: (count: number) => plural(count, 'field'),
  list: 'List',
  object: 'Object',
  characters: (count: number) => `… show all ${countText(count)} characters`,
  reveal: 'Reveal',
  logged: (path: string) => ` ${path}, which is logged`,
  revealed: 'revealed value',
}
