import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Profile } from '@portal/contract/auth/api'
import { type MenuItem, settingsFor } from '@portal/contract/user/navigation'
import { type ActorRule, is } from '@portal/contract/user/policy'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { hasStatus } from '../../lib/call-error.ts'
import { useActiveKeys } from '../../lib/keys.ts'
import { toActor, useProfile } from '../../records/auth/queries.ts'
import { useSignOut } from '../../records/auth/session-end.ts'
import { recentSlvs } from '../../records/slv/use-recent-slv.ts'
import { findTdocs } from '../../records/tdoc/palette-source.ts'
import { findPeople, findsPeople } from '../../records/user/palette-source.ts'
import { linkOf, useHasViews, viewsQuery } from '../../records/view/queries.ts'
import { mayOpenDrafts } from '../slv/shared/new-request.tsx'
import { findSlvs, recentSlvQuery } from '../slv/shared/palette-source.ts'
import { menuLetters } from './global-keys.tsx'
import type { PaletteGroup, PaletteItem } from './palette-view.ts'
import { colorSchemes } from './scheme-labels.ts'

type SearchResult = Omit<PaletteItem, 'run'> & { href: string }
type Source = {
  key: string
  label: string
  access: ActorRule
  find: (
    search: string,
    profile: Profile,
    signal: AbortSignal,
  ) => Promise<SearchResult[]>
}

/** What the palette finds on the server, and for whom. */
const sources: readonly Source[] = [
  {
    key: 'slv',
    label: 'SLVs',
    access: is('SELLER', 'UNDERWRITER', 'BDD', 'UBDD'),
    find: findSlvs,
  },
  {
    key: 'tdoc',
    label: 'Tdocs',
    access: is('UNDERWRITER', 'TPR'),
    find: findTdocs,
  },
  { key: 'person', label: 'People', access: findsPeople, find: findPeople },
]

/** The entries that need no search on the server. */
export const useOwnGroups = (
  items: readonly MenuItem[],
  onNewRequest: () => void,
): PaletteGroup[] => {
  const router = useRouter()
  const profile = useProfile()
  const { data: views = [] } = useQuery({
    ...viewsQuery,
    enabled: useHasViews(),
  })
  const commands = useActiveKeys().filter(
    ({ keys, isOnlyKey }) =>
      keys !== 'mod+k' && !keys.startsWith('g ') && !isOnlyKey,
  )
  const general = useGeneralCommands(onNewRequest)
  const recent = useRecentItems()
  const keysTo = Object.fromEntries(
    menuLetters(items).map(({ item, letter }) => [item.key, `g ${letter}`]),
  )
  return [
    {
      label: 'Actions',
      // Two keys may do the same.
      items: [...new Map(commands.map((one) => [one.label, one])).values()].map(
        ({ keys, label, run }) => ({
          key: `${keys} ${label}`,
          label,
          keys,
          run,
        }),
      ),
    },
    { label: 'Recent', items: recent },
    {
      label: 'Views',
      items: views.map((view) => ({
        key: view.id,
        label: view.name,
        href: router.buildLocation(linkOf(view, profile)).href,
      })),
    },
    {
      label: 'Pages',
      items: [
        ...items
          .flatMap(toPages)
          .map((page) => ({ ...page, keys: keysTo[page.key] })),
        ...settingsFor(profile).map(({ path, label }) => ({
          key: path,
          label: `Settings › ${label}`,
          href: path,
        })),
      ],
    },
    { label: 'General', items: general },
  ]
}

/**
 * The SLVs opened last, with their borrowers, without those that this person no
 * longer sees.
 */
const useRecentItems = (): PaletteItem[] => {
  const recent = recentSlvs()
  const found = useQueries({
    queries: recent.map(({ id }) => recentSlvQuery(id)),
  })
  return recent.flatMap(({ id, label, href }, index) => {
    const { data, error } = found[index] ?? {}
    if (hasStatus(error, 404)) return []
    return [
      {
        key: id,
        label: [label, data?.borrowerLastName].filter(Boolean).join(' · '),
        href,
      },
    ]
  })
}

/** Commands that work on every screen and have no shortcut. */
const useGeneralCommands = (onNewRequest: () => void): PaletteItem[] => {
  const profile = useProfile()
  const { mutate: signOut } = useSignOut()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const schemes = colorSchemes
    .filter(({ value }) => value !== colorScheme)
    .map(({ value, label }) => ({
      key: `color-scheme-${value}`,
      label: `Color scheme: ${label}`,
      run: () => setColorScheme(value),
    }))
  const requests = mayOpenDrafts(profile)
    ? [{ key: 'new-request', label: 'New request', run: onNewRequest }]
    : []
  return [
    ...requests,
    ...schemes,
    { key: 'logout', label: 'Logout', run: () => signOut() },
  ]
}

const toPages = ({ key, label, path, items }: MenuItem): PaletteItem[] =>
  items
    ? items.map((child) => ({
        key: child.key,
        label: `${label} › ${child.label}`,
        href: child.path,
      }))
    : [{ key, label, href: path }]

const minLetters = 2

export const useSearch = (text: string) => {
  const profile = useProfile()
  const [searched] = useDebouncedValue(text, 200)
  const permitted = sources.filter(({ access }) => access(toActor(profile)))
  const isEnough = searched.length >= minLetters
  const results = useQueries({
    queries: permitted.map(({ key, find }) => ({
      queryKey: ['palette', key, searched],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        find(searched, profile, signal),
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
    isSearching:
      text !== searched ||
      (isEnough && results.some(({ isFetching }) => isFetching)),
  }
}
