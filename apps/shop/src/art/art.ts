import type { ReactElement } from 'react'
import type { ProductId } from '../catalogue.ts'
import { AssamTin } from './assam-tin.tsx'
import { ChaiGlass } from './chai-glass.tsx'
import { DarjeelingPouch } from './darjeeling-pouch.tsx'
import { Kulhads } from './kulhads.tsx'

/** The drawing of each product; all of them silent to readers, as the name stands beside it. */
export const ART: { readonly [Id in ProductId]: () => ReactElement } = {
  assam: AssamTin,
  masala: ChaiGlass,
  darjeeling: DarjeelingPouch,
  kulhad: Kulhads,
}
