import { useHotkeys } from '@mantine/hooks'
import type { MenuItem } from '@portal/contract/user/navigation'
import { useRef } from 'react'
import { lazy } from '../../lib/lazy.tsx'

const Palette = lazy(() => import('./palette.tsx'), 'Palette')

type PaletteHostProps = { items: readonly MenuItem[]; isOpen: boolean; onOpen: () => void; onClose: () => void }

/** Listens for Ctrl K (⌘ K), also while typing, and loads the palette the first time it is wanted. */
export const PaletteHost = ({ items, isOpen, onOpen, onClose }: PaletteHostProps) => {
  const wasWanted = useRef(false)
  if (isOpen) wasWanted.current = true

  useHotkeys([['mod+K', onOpen]], [], true)

  return wasWanted.current && <Palette items={items} isOpen={isOpen} onClose={onClose} />
}
