import '@mantine/spotlight/styles.css'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import type { Profile } from '@portal/contract/auth/api'
import { type MenuItem, settingsFor } from '@portal/contract/user/navigation'
import { type ActorRule, is, managesPeople } from '@portal/contract/user/policy'
import { IconSearch } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useActiveKeys } from '../../lib/keys.ts'
import { KeyCaps } from '../../ui/key-caps.tsx'
import { actorOf, useProfile } from '../auth/queries.ts'
import { findSlvs } from '../slv/shared/palette-source.ts'
import { recentSlvs } from '../slv/shared/use-recent-slv.ts'
import { findTdocs } from '../tdoc/shared/palette-source.ts'
import { findPeople } from '../user/shared/palette-source.ts'
import { menuLetters } from './global-keys.tsx'
import { type PaletteGroup, type PaletteItem, rankGroups } from './palette-view.ts'

type SearchResult = Omit<PaletteItem, 'run'> & { href: string }
type Source = {
  key: string
  label: string
  access: ActorRule
  find: (search: string, profile: Profile, signal: AbortSignal) => Promise<SearchResult[]>
}

/** What the palette finds on the server, and for whom. */
const sources: readonly Source[] = [
  { key: 'slv', label: 'SLVs', access: is('SELLER', 'UNDERWRITER', 'BDD', 'UBDD'), find: findSlvs },
  { key: 'tdoc', label: 'Tdocs', access: is('UNDERWRITER', 'TPR'), find: findTdocs },
  { key: 'person', label: 'People', access: managesPeople, find: findPeople },
]

const [store, spotlight] = createSpotlight()

type PaletteProps = { items: readonly MenuItem[]; isOpen: boolean; onClose: () => void }

/** The command palette: what this screen can do, recent SLVs, pages and search results. Loaded on first use. */
export const Palette = ({ items, isOpen, onClose }: PaletteProps) => {
  const router = useRouter()
  const [query, setQuery] = useState('')
  const text = query.trim()
  const { groups: found, isSearching } = useSearch(text)
  const groups = rankGroups([...useOwnGroups(items, isOpen), ...found], text)
  const shown = groups.flatMap((group) => group.items)
  const opener = useRef<Element>(null)

  useEffect(() => {
    if (!isOpen) return spotlight.close()
    opener.current = document.activeElement
    spotlight.open()
  }, [isOpen])

  const run = (item: PaletteItem) => {
    spotlight.close()
    // Before the command, which may move the focus.
    if (opener.current instanceof HTMLElement) opener.current.focus()
    if (item.run) item.run()
    else if (item.href) void router.navigate({ href: item.href })
  }

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
          const [first] = shown
          if (key === 'Enter' && first && store.getState().selected < 0) run(first)
        }}
      />
      <Spotlight.ActionsList>
        {groups.map(({ label, items: actions }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {actions.map((item) => (
              <Spotlight.Action
                key={item.key}
                label={item.label}
                description={item.description}
                highlightQuery
                closeSpotlightOnTrigger={false}
                rightSection={item.keys ? <KeyCaps keys={item.keys} /> : undefined}
                onClick={() => run(item)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {shown.length === 0 && (
          <Spotlight.Empty role="status">{isSearching ? 'Searching…' : `No results for “${text}”.`}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

/** What needs no search. */
const useOwnGroups = (items: readonly MenuItem[], isOpen: boolean): PaletteGroup[] => {
  const profile = useProfile()
  const commands = useActiveKeys()
  if (!isOpen) return []
  const keysTo = Object.fromEntries(menuLetters(items).map(({ item, letter }) => [item.key, `g ${letter}`]))
  return [
    {
      label: 'Actions',
      items: commands
        .filter(({ keys }) => keys !== 'mod+k' && !keys.startsWith('g '))
        .map(({ keys, label, run }) => ({ key: `${keys} ${label}`, label, keys, run })),
    },
    { label: 'Recent', items: recentSlvs().map(({ id, ...slv }) => ({ key: id, ...slv })) },
    {
      label: 'Pages',
      items: [
        ...items.flatMap(pagesOf).map((page) => ({ ...page, keys: keysTo[page.key] })),
        ...settingsFor(profile).map(({ path, label }) => ({ key: path, label: `Settings › ${label}`, href: path })),
      ],
    },
  ]
}

const pagesOf = ({ key, label, path, items }: MenuItem): PaletteItem[] =>
  items
    ? items.map((child) => ({ key: child.key, label: `${label} › ${child.label}`, href: child.path }))
    : [{ key, label, href: path }]

const minLetters = 2

const useSearch = (text: string) => {
  const profile = useProfile()
  const [searched] = useDebouncedValue(text, 200)
  const permitted = sources.filter(({ access }) => access(actorOf(profile)))
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
    groups: permitted.map(({ label }, index) => ({
      label,
      items: (isEnough && results[index]?.data) || [],
      isFound: true,
    })),
    isSearching: isEnough && results.some(({ isFetching }) => isFetching),
  }
}
