import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { TabLinks } from '../../../ui/list/tab-links.tsx'
import { EmptyState, Loaded } from '../../../ui/message.tsx'
import { Page, PageHeader } from '../../../ui/page.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'

const tabs = [
  { key: 'versions', label: 'Versions', link: { to: '/settings/guidelines' } },
  {
    key: 'programs',
    label: 'Programs',
    link: { to: '/settings/guidelines/programs' },
  },
  {
    key: 'factors',
    label: 'Compensating factors',
    link: { to: '/settings/guidelines/factors' },
  },
  {
    key: 'conditions',
    label: 'Conditions',
    link: { to: '/settings/guidelines/conditions' },
  },
  {
    key: 'prices',
    label: 'Price grid',
    link: { to: '/settings/guidelines/price-grid' },
  },
  {
    key: 'variances',
    label: 'Contract variances',
    link: { to: '/settings/guidelines/contract-variances' },
  },
] as const

type GuidelinePageProps<Data> = {
  current: (typeof tabs)[number]['key']
  title: string
  under: string
  /** What is loaded, as in 'Couldn’t load the programs'. */
  what: string
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown }
  addLabel: string
  onAdd: () => void
  /** In place of a list without items. */
  empty?: { title: string; why: string }
  children: (data: Data) => ReactNode
}

/**
 * A list of Settings > Guidelines, with its tabs and the button that adds to
 * it.
 */
export const GuidelinePage = <Data extends object>(
  props: GuidelinePageProps<Data>,
) => {
  const {
    current,
    title,
    under,
    what,
    query,
    addLabel,
    onAdd,
    empty,
    children,
  } = props
  const isEmpty = (data: Data) =>
    'items' in data && Array.isArray(data.items) && data.items.length === 0
  const add = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      disabled={!query.data}
      onClick={onAdd}
    >
      {addLabel}
    </Button>
  )
  return (
    <Page>
      <PageHeader
        title={title}
        // Below titles of different lengths, so that the tabs don't move.
        under={
          <>
            <TabLinks
              label="Guidelines"
              tabs={tabs.map((tab) => ({
                ...tab,
                isCurrent: tab.key === current,
              }))}
            />
            {under}
          </>
        }
        actions={add}
      />
      <Loaded
        what={what}
        query={query}
        skeleton={<PageSkeleton sections={1} />}
      >
        {(data) =>
          empty && isEmpty(data) ? (
            <EmptyState {...empty}>{add}</EmptyState>
          ) : (
            children(data)
          )
        }
      </Loaded>
    </Page>
  )
}
