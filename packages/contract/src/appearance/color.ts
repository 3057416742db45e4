/** A colour in sRGB: red, green and blue from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** The colours that follow from an accent, as `#rrggbb`. The names are those of the CSS tokens without `--galla-`. */
export interface AccentTokens {
  /** Links, focus ring, icons, and the ground of the primary button. */
  readonly brass: string
  /** The same under the pointer. */
  readonly 'brass-deep': string
  /** Ground of what is marked. */
  readonly 'brass-wash': string
  /** Text on `brass` and `brass-deep`. */
  readonly 'on-brass': string
}

/** A colour scheme of the page. */
export type Scheme = 'light' | 'dark'

/** Contrast of text that WCAG 2.2 AA asks for. The focus ring, which needs 3, has the same colour. */
export const AA_TEXT = 4.5

/** Grounds and text of the two schemes: the values of `tokens.css`, to which a test compares them. */
export const GROUNDS: { readonly [Name in Scheme]: { readonly [Token in 'paper' | 'sheet' | 'on-brass']: string } } = {
  light: { paper: '#f6f2e9', sheet: '#fffdf8', 'on-brass': '#fffdf8' },
  dark: { paper: '#14110d', sheet: '#1d1913', 'on-brass': '#1b160c' },
}

const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]

/** Share of the accent in the ground of what is marked. */
const WASH_SHARE: { readonly [Name in Scheme]: number } = { light: 0.1, dark: 0.14 }
/** Share by which the colour under the pointer differs from the accent. */
const DEEP_SHARE: { readonly [Name in Scheme]: number } = { light: 0.24, dark: 0.3 }

/** Reads `#rgb` or `#rrggbb` in either case; undefined for any other text, including what only contains a colour. */
export function parseHexColor(text: string): Rgb | undefined {
  if (text.length !== 4 && text.length !== 7) return undefined
  const [, digits = ''] = /^#([0-9a-f]+)$/i.exec(text) ?? []
  const long = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits
  if (long.length !== 6) return undefined
  const value = Number.parseInt(long, 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** Contrast of two colours by WCAG 2.2, from 1 to 21. */
export function contrastRatio(one: Rgb, other: Rgb): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/**
 * The accent of one scheme. It is darkened, or lightened in the dark scheme, by the smallest step with which it is readable as
 * text on each ground, and text on it. An accent that is readable already stays as it is.
 */
export function accentTokens(accent: Rgb, scheme: Scheme): AccentTokens {
  const grounds = GROUNDS[scheme]
  const towards = scheme === 'light' ? BLACK : WHITE
  const [paper, sheet, text] = [read(grounds.paper), read(grounds.sheet), read(grounds['on-brass'])]
  for (let step = 0; step <= 100; step++) {
    const brass = mix(accent, towards, step / 100)
    const wash = mix(sheet, brass, WASH_SHARE[scheme])
    if ([paper, sheet, wash, text].some((ground) => contrastRatio(brass, ground) < AA_TEXT)) continue
    const deep = mix(brass, towards, DEEP_SHARE[scheme])
    return {
      brass: hexOf(brass),
      'brass-deep': hexOf(deep),
      'brass-wash': hexOf(wash),
      'on-brass': grounds['on-brass'],
    }
  }
  throw new Error('black and white are readable on every ground')
}

function read(hex: string): Rgb {
  return parseHexColor(hex) ?? BLACK
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (at: 0 | 1 | 2) => Math.round(from[at] + (to[at] - from[at]) * share)
  return [part(0), part(1), part(2)]
}

function hexOf(color: Rgb): string {
  return `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** Relative luminance by WCAG 2.2, from 0 to 1. */
function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
