import type { Profile } from '@portal/contract/auth/api'
import { findSlvs } from '../slv/list/palette-source.ts'
import { findTdocs } from '../tdoc/palette-source.ts'

/** One thing found; `href` is its screen. */
export type Found = { key: string; label: string; description?: string; href: string }

/** A kind of thing that the command palette finds: what it is called, for whom, and how to look for it. */
export type PaletteSource = {
  key: string
  label: string
  isFor: (profile: Profile) => boolean
  find: (text: string, profile: Profile, signal: AbortSignal) => Promise<Found[]>
}

/** What the palette finds beside the pages of the menu. An area adds itself here. */
export const paletteSources: readonly PaletteSource[] = [
  {
    key: 'slv',
    label: 'SLVs',
    isFor: ({ role }) => role === 'SELLER' || role === 'UNDERWRITER' || role === 'BDD' || role === 'UBDD',
    find: findSlvs,
  },
  {
    key: 'tdoc',
    label: 'Tdocs',
    isFor: ({ role }) => role === 'UNDERWRITER' || role === 'TPR',
    find: findTdocs,
  },
]
