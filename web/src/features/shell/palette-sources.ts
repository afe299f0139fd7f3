import type { Profile } from '@portal/contract/auth/api'
import { findSlvs } from '../slv/shared/palette-source.ts'
import { findTdocs } from '../tdoc/shared/palette-source.ts'

/** A search result; `href` is its screen. */
export type PaletteItem = { key: string; label: string; description?: string; href: string }

/** A kind of search result in the command palette: its label, its roles, and its search. */
export type PaletteSource = {
  key: string
  label: string
  isFor: (profile: Profile) => boolean
  find: (text: string, profile: Profile, signal: AbortSignal) => Promise<PaletteItem[]>
}

/** What the palette finds in addition to the pages of the menu. */
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
