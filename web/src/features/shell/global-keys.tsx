import type { MenuItem } from '@portal/contract/user/navigation'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { everywhere, useKeys } from '../../lib/keys.ts'
import { lazy } from '../../lib/lazy.tsx'

const KeyList = lazy(() => import('./key-list.tsx'), 'KeyList')

/** The second key after G, by the item of the menu that it opens. */
export const letters: Record<string, string> = {
  slvs: 's',
  'my-own': 's',
  department: 'd',
  tdocs: 't',
  reporting: 'r',
}

/** The pages of the menu that G and a letter open. */
export const menuLetters = (items: readonly MenuItem[]) =>
  items
    .flatMap((item) => item.items ?? [item])
    .flatMap((item) => {
      const letter = letters[item.key]
      return letter ? [{ item, letter }] : []
    })

type GlobalKeysProps = { items: readonly MenuItem[]; onJump: () => void }

/** The keys that work on every screen, and the list of all keys. */
export const GlobalKeys = ({ items, onJump }: GlobalKeysProps) => {
  const router = useRouter()
  const [isListed, setIsListed] = useState(false)
  useKeys(
    [
      {
        keys: 'mod+k',
        label: 'Search and jump',
        isOff: items.length === 0,
        run: onJump,
      },
      { keys: '?', label: 'Keyboard shortcuts', run: () => setIsListed(true) },
      ...menuLetters(items).map(({ item: { label, path }, letter }) => ({
        keys: `g ${letter}`,
        label: `Go to ${label}`,
        run: () => void router.navigate({ to: path }),
      })),
    ],
    { group: everywhere },
  )
  return (
    <Suspense fallback={null}>
      {isListed && <KeyList onClose={() => setIsListed(false)} />}
    </Suspense>
  )
}
