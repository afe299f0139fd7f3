import { Menu, Stack, Text, UnstyledButton } from '@mantine/core'
import type { SavedView } from '@portal/contract/view/model'
import { IconBookmark } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { z } from 'zod'
import { count } from '../../../lib/text/format.ts'
import { useProfile } from '../../../records/auth/queries.ts'
import {
  linkOf,
  useHasViews,
  useHiddenViews,
  viewsQuery,
} from '../../../records/view/queries.ts'
import { MenuButton } from '../../../ui/menu-button.tsx'
import classes from '../../../ui/sidebar.module.css'

const Open = z.object({ view: z.string().optional().catch(undefined) })

type SidebarViewsProps = { isCollapsed?: boolean; onGo?: () => void }

/**
 * The saved views with their counts, below the main menu. In a collapsed
 * sidebar they are a menu.
 */
export const SidebarViews = ({
  isCollapsed = false,
  onGo,
}: SidebarViewsProps) => {
  const profile = useProfile()
  const { data: views = [] } = useQuery({
    ...viewsQuery,
    enabled: useHasViews(),
  })
  const { view: open } = Open.parse(useSearch({ strict: false }))
  const [hidden] = useHiddenViews()
  const shown = views.filter(({ id }) => !hidden.includes(id))
  if (shown.length === 0) return null
  if (isCollapsed) return <ViewMenu views={shown} openId={open} />
  return (
    <section aria-labelledby="saved-views">
      <Text
        id="saved-views"
        component="h2"
        size="xs"
        fw={500}
        c="dimmed"
        px="0.5rem"
        pb={2}
      >
        Views
      </Text>
      <Stack component="ul" gap={0} p={0} style={{ listStyle: 'none' }}>
        {shown.map((view) => (
          <li key={view.id}>
            <Link
              {...linkOf(view, profile)}
              className={classes.item}
              title={
                view.isOwn || view.ownerName === ''
                  ? view.name
                  : `${view.name}, shared by ${view.ownerName}`
              }
              aria-current={view.id === open ? 'page' : undefined}
              onClick={onGo}
            >
              <Text span inherit truncate flex={1}>
                {view.name}
              </Text>
              <ViewCount view={view} />
            </Link>
          </li>
        ))}
      </Stack>
    </section>
  )
}

type ViewMenuProps = {
  views: readonly SavedView[]
  openId: string | undefined
}

const ViewMenu = ({ views, openId }: ViewMenuProps) => {
  const profile = useProfile()
  return (
    <MenuButton
      position="right-start"
      tooltip="Views"
      target={
        <UnstyledButton
          className={classes.item}
          aria-label="Views"
          data-active={openId !== undefined || undefined}
        >
          <IconBookmark size={18} stroke={1.6} aria-hidden />
        </UnstyledButton>
      }
    >
      <Menu.Label>Views</Menu.Label>
      {views.map((view) => (
        <Menu.Item
          key={view.id}
          fw={view.id === openId ? 600 : undefined}
          aria-current={view.id === openId ? 'page' : undefined}
          rightSection={<ViewCount view={view} />}
          renderRoot={(props) => <Link {...props} {...linkOf(view, profile)} />}
        >
          {view.name}
        </Menu.Item>
      ))}
    </MenuButton>
  )
}

const ViewCount = ({ view }: { view: SavedView }) =>
  view.count !== null && (
    <span
      className={classes.count}
      data-alarming={(isOfOverdue(view) && view.count > 0) || undefined}
    >
      {count(view.count)}
      {view.isCountCut && '+'}
    </span>
  )

const isOfOverdue = ({ search }: SavedView) => search.due === 'OVERDUE'
