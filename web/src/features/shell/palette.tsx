import '@mantine/spotlight/styles.css'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import type { Role } from '@portal/contract/user/model'
import type { MenuItem } from '@portal/contract/user/navigation'
import { IconSearch } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useProfile } from '../auth/queries.ts'
import { findSlvs } from '../slv/shared/palette-source.ts'
import { findTdocs } from '../tdoc/shared/palette-source.ts'

/** `href` is the screen of the result. */
type PaletteItem = { key: string; label: string; description?: string; href: string }

/** What the palette finds in addition to the pages of the menu, and for which roles. */
const sources = [
  { key: 'slv', label: 'SLVs', roles: ['SELLER', 'UNDERWRITER', 'BDD', 'UBDD'] as readonly Role[], find: findSlvs },
  { key: 'tdoc', label: 'Tdocs', roles: ['UNDERWRITER', 'TPR'] as readonly Role[], find: findTdocs },
]

const [store, spotlight] = createSpotlight()

type PaletteProps = { items: readonly MenuItem[]; isOpen: boolean; onClose: () => void }

/** The command palette: pages of the menu and search results. Loaded on first use. */
export const Palette = ({ items, isOpen, onClose }: PaletteProps) => {
  const router = useRouter()
  const [query, setQuery] = useState('')
  const text = query.trim()
  const pages = pagesOf(items).filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
  const { groups, isSearching } = useSearch(text)

  useEffect(() => {
    if (isOpen) spotlight.open()
    else spotlight.close()
  }, [isOpen])

  const group = (label: string, found: readonly PaletteItem[]) =>
    found.length > 0 && (
      <Spotlight.ActionsGroup key={label} label={label}>
        {found.map(({ key, label: action, description, href }) => (
          <Spotlight.Action
            key={key}
            label={action}
            description={description}
            onClick={() => router.navigate({ href })}
          />
        ))}
      </Spotlight.ActionsGroup>
    )
  const isEmpty = pages.length === 0 && groups.every(({ found }) => found.length === 0)

  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      maxHeight="60vh"
      onSpotlightClose={onClose}
      yOffset="12vh"
      centered={false}
      overlayProps={{ blur: 0, backgroundOpacity: 0.45 }}
      attributes={{ content: { 'aria-label': 'Search and jump' } }}
    >
      <Spotlight.Search
        placeholder="Search and jump"
        aria-label="Search and jump"
        leftSection={<IconSearch size={18} aria-hidden />}
        onKeyDown={({ key }) => {
          // Enter opens the first item if the arrow keys chose none.
          const [first] = [...pages, ...groups.flatMap(({ found }) => found)]
          if (key !== 'Enter' || !first || store.getState().selected >= 0) return
          void router.navigate({ href: first.href })
          spotlight.close()
        }}
      />
      <Spotlight.ActionsList>
        {group('Pages', pages)}
        {groups.map(({ label, found }) => group(label, found))}
        {isEmpty && (
          <Spotlight.Empty role="status">{isSearching ? 'Searching…' : `No results for “${text}”.`}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

const pagesOf = (items: readonly MenuItem[]): PaletteItem[] =>
  items.flatMap(({ key, label, path, items: children }) =>
    children
      ? children.map((child) => ({ key: child.key, label: `${label} › ${child.label}`, href: child.path }))
      : [{ key, label, href: path }],
  )

const minLetters = 2

const useSearch = (text: string) => {
  const profile = useProfile()
  const [searched] = useDebouncedValue(text, 200)
  const permitted = sources.filter(({ roles }) => roles.includes(profile.role))
  const isEnough = searched.length >= minLetters
  const results = useQueries({
    queries: permitted.map(({ key, find }) => ({
      queryKey: ['palette', key, searched],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(searched, profile, signal),
      enabled: isEnough,
      meta: { quiet: true },
    })),
  })
  return {
    groups: permitted.map(({ label }, index) => ({ label, found: (isEnough && results[index]?.data) || [] })),
    isSearching: isEnough && results.some(({ isFetching }) => isFetching),
  }
}
