import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { z } from 'zod'
import { count } from '../../../lib/text/format.ts'
import classes from '../../../ui/sidebar.module.css'
import { useProfile } from '../../auth/queries.ts'
import { linkOf, useHasViews, useHiddenViews, viewsQuery } from '../queries.ts'

const Open = z.object({ view: z.string().optional().catch(undefined) })

/** The saved views with their counts, below the main menu. */
export const SidebarViews = ({ onGo }: { onGo?: () => void }) => {
  const profile = useProfile()
  const { data: views = [] } = useQuery({ ...viewsQuery, enabled: useHasViews() })
  const { view: open } = Open.parse(useSearch({ strict: false }))
  const [hidden] = useHiddenViews()
  const shown = views.filter(({ id }) => !hidden.includes(id))
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="saved-views">
      <Text id="saved-views" component="h2" size="xs" fw={500} c="dimmed" px="0.5rem" pb={2}>
        Views
      </Text>
      <Stack component="ul" gap={0} p={0} style={{ listStyle: 'none' }}>
        {shown.map((view) => (
          <li key={view.id}>
            <Link
              {...linkOf(view, profile)}
              className={classes.item}
              title={view.isOwn || view.ownerName === '' ? view.name : `${view.name}, shared by ${view.ownerName}`}
              aria-current={view.id === open ? 'page' : undefined}
              onClick={onGo}
            >
              <Text span inherit truncate flex={1}>
                {view.name}
              </Text>
              {view.count !== null && (
                <span className={classes.count} data-alarming={(isOfOverdue(view) && view.count > 0) || undefined}>
                  {count(view.count)}
                  {view.isCountCut && '+'}
                </span>
              )}
            </Link>
          </li>
        ))}
      </Stack>
    </section>
  )
}

const isOfOverdue = ({ search }: { search: Record<string, string> }) =>
  search.overdue === 'true' || search.due === 'OVERDUE'
