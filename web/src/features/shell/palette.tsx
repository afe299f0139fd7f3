import '@mantine/spotlight/styles.css'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import type { MenuItem } from '@portal/contract/user/navigation'
import { IconSearch } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useProfile } from '../auth/queries.ts'
import { type PaletteItem, paletteSources } from './palette-sources.ts'

const [store, spotlight] = createSpotlight()

type PaletteProps = { items: readonly MenuItem[]; isOpen: boolean; onClose: () => void }

/** The command palette: pages of the menu and search results. Loaded on first use. */
export const Palette = ({ items, isOpen, onClose }: PaletteProps) => {
  const router = useRouter()
  const [query, setQuery] = useState('')
  const text = query.trim()
  const pages = pagesOf(items).filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
  const { groups, isFinding } = useFound(text)

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
            {...(description ? { description } : {})}
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
          <Spotlight.Empty role="status">{isFinding ? 'Searching…' : `Nothing matches “${text}”.`}</Spotlight.Empty>
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

const useFound = (text: string) => {
  const profile = useProfile()
  const [wanted] = useDebouncedValue(text, 200)
  const sources = paletteSources.filter(({ isFor }) => isFor(profile))
  const isEnough = wanted.length >= minLetters
  const results = useQueries({
    queries: sources.map(({ key, find }) => ({
      queryKey: ['palette', key, wanted],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(wanted, profile, signal),
      enabled: isEnough,
      meta: { quiet: true },
    })),
  })
  return {
    groups: sources.map(({ label }, index) => ({ label, found: (isEnough && results[index]?.data) || [] })),
    isFinding: isEnough && results.some(({ isFetching }) => isFetching),
  }
}
