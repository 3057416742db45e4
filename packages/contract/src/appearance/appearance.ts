import { accentTokens, parseHexColor } from './color.ts'
import { readLogo } from './logo.ts'

/** Look of the payment page and the payment components. The sandbox, its settings file and React use the same names. */
export interface Appearance {
  /**
   * Name of the shop, as the payer knows it: 1 to 60 characters on one line.
   * @default no name in the components; 'Galla Test Shop' on the sandbox's page
   */
  readonly merchantName?: string | undefined
  /**
   * The shop's logo: a `data:` URL of a PNG, JPEG or WebP picture, at most 32 kB and 1024 pixels a side. In React also a path
   * of your own origin, such as `/logo.png`. Shown 40 pixels high.
   * @default no logo
   */
  readonly logo?: string | undefined
  /**
   * Colour of buttons, links and focus rings: `#rgb` or `#rrggbb`. A colour that is hard to read changes to a contrast of 4.5:
   * darker in the light scheme, lighter in the dark scheme.
   * @default '#76560f'
   */
  readonly accentColor?: string | undefined
  /**
   * Corner radius of buttons, fields and lists in pixels, 0 to 24.
   * @default 6
   */
  readonly radius?: number | undefined
  /**
   * The colour scheme: light, dark, or the setting of the device.
   * @default 'auto'
   */
  readonly colorScheme?: 'light' | 'dark' | 'auto' | undefined
}

export const MAX_MERCHANT_NAME = 60
export const MAX_RADIUS = 24

const FIELDS: { readonly [Name in keyof Required<Appearance>]: true } = {
  merchantName: true,
  logo: true,
  accentColor: true,
  radius: true,
  colorScheme: true,
}
const SCHEMES: readonly unknown[] = [undefined, 'light', 'dark', 'auto']

/** Control characters, line ends, and the marks that reverse the order of the text behind them. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cs}/u

/** A path of the page's own origin. `//host` and `/\host` would be another one. */
const OWN_PATH = /^\/(?![/\\])[\w./~%?=&+@:,;-]*$/

/**
 * Checks an appearance that may come from a file or from JavaScript. `paths`: the logo may be a path of the page's own origin.
 * @throws TypeError that names the field and its valid values
 */
export function checkAppearance(appearance: Appearance, { paths = false }: { paths?: boolean } = {}): void {
  if (typeof appearance !== 'object' || appearance === null || Array.isArray(appearance)) {
    throw new TypeError(`appearance must be an object with ${Object.keys(FIELDS).join(', ')}`)
  }
  const unknown = Object.keys(appearance).find((name) => !Object.hasOwn(FIELDS, name))
  if (unknown !== undefined) {
    throw new TypeError(
      `appearance.${unknown.slice(0, 40)} is not a known option; known are ${Object.keys(FIELDS).join(', ')}`,
    )
  }
  const { merchantName, logo, accentColor, radius, colorScheme } = appearance
  if (merchantName !== undefined && !isMerchantName(merchantName)) {
    throw new TypeError(
      `appearance.merchantName must be a text of 1 to ${MAX_MERCHANT_NAME} characters on one line, without control or direction characters`,
    )
  }
  if (accentColor !== undefined && (typeof accentColor !== 'string' || !parseHexColor(accentColor))) {
    throw new TypeError(`appearance.accentColor must be a colour such as #1f4f8f or #07c; got ${shown(accentColor)}`)
  }
  if (radius !== undefined && !(Number.isInteger(radius) && radius >= 0 && radius <= MAX_RADIUS)) {
    throw new TypeError(
      `appearance.radius must be a whole number of pixels from 0 to ${MAX_RADIUS}; got ${shown(radius)}`,
    )
  }
  if (!SCHEMES.includes(colorScheme)) {
    throw new TypeError(`appearance.colorScheme must be light, dark or auto; got ${shown(colorScheme)}`)
  }
  if (logo !== undefined) checkLogo(logo, paths)
}

/** Selectors under which the values of an appearance apply. */
export interface AppearanceScope {
  /** Always, and in the light scheme. */
  readonly base: string
  /** When the device is set to dark; within a media query. */
  readonly deviceDark: string
  /** When the page or the element is set to dark. */
  readonly dark: string
}

/** The hosted page: one `:root` more than its own rules have, so that the order of the style sheets does not matter. */
export const PAGE_SCOPE: AppearanceScope = {
  base: ':root:root:root',
  deviceDark: ':root:root:root:not([data-theme="light"])',
  dark: ':root:root:root[data-theme="dark"]',
}

/**
 * The style sheet of a checked appearance; empty when it changes no token. Nothing of the merchant's text enters it: colours and the
 * radius are written from numbers.
 * @throws TypeError when the accent is not a colour
 */
export function appearanceCss({ accentColor, radius }: Appearance, scope: AppearanceScope): string {
  const rounded = radius === undefined ? '' : `--galla-radius:${Number(radius)}px;`
  if (accentColor === undefined) return rounded && `${scope.base}{${rounded}}`
  const accent = parseHexColor(accentColor)
  if (!accent) throw new TypeError(`appearance.accentColor must be a colour such as #1f4f8f; got ${shown(accentColor)}`)
  const values = (scheme: 'light' | 'dark') =>
    Object.entries(accentTokens(accent, scheme))
      .map(([name, color]) => `--galla-${name}:${color};`)
      .join('')
  const dark = values('dark')
  return `${scope.base}{${rounded}${values('light')}}@media (prefers-color-scheme:dark){${scope.deviceDark}{${dark}}}${scope.dark}{${dark}}`
}

/** True when the name can be shown to payers: not empty, one line, not too long. */
export function isMerchantName(name: unknown): name is string {
  return (
    typeof name === 'string' && name.trim() !== '' && [...name].length <= MAX_MERCHANT_NAME && !UNPRINTABLE.test(name)
  )
}

function checkLogo(logo: unknown, paths: boolean): void {
  const isPath = typeof logo === 'string' && OWN_PATH.test(logo)
  if (paths && isPath) return
  if (typeof logo === 'string' && logo.startsWith('data:')) readLogo(logo)
  else {
    const path = paths ? ', or a path of your own origin such as /logo.png' : ''
    throw new TypeError(`appearance.logo must be a data: URL of a PNG, JPEG or WebP picture${path}; got ${shown(logo)}`)
  }
}

/** A value for an error message: short, and on one line. */
function shown(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 60)
}
