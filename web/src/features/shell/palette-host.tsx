import type { MenuItem } from '@portal/contract/user/navigation'
import { Suspense, useEffect, useRef } from 'react'
import { lazy } from '../../lib/lazy.tsx'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

type PaletteHostProps = { items: readonly MenuItem[]; isOpen: boolean; onOpen: () => void; onClose: () => void }

/** Listens for Ctrl K (⌘ K), also while typing, and loads the palette the first time it is wanted. */
export const PaletteHost = ({ items, isOpen, onOpen, onClose }: PaletteHostProps) => {
  const wasWanted = useRef(false)
  if (isOpen) wasWanted.current = true

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      onOpen()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [onOpen])

  return (
    wasWanted.current && (
      <Suspense fallback={null}>
        <Palette items={items} isOpen={isOpen} onClose={onClose} />
      </Suspense>
    )
  )
}
