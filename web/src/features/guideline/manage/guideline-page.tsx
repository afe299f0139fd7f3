import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { TabLinks } from '../../../ui/list/tab-links.tsx'
import { EmptyState, LoadFailed } from '../../../ui/message.tsx'
import { Page, PageHeader } from '../../../ui/page.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'

const tabs = [
  { key: 'versions', label: 'Versions', link: { to: '/settings/guidelines' } },
  { key: 'programs', label: 'Programs', link: { to: '/settings/guidelines/programs' } },
  { key: 'factors', label: 'Compensating factors', link: { to: '/settings/guidelines/factors' } },
  { key: 'variances', label: 'Contract variances', link: { to: '/settings/guidelines/contract-variances' } },
] as const

type GuidelinePageProps = {
  current: (typeof tabs)[number]['key']
  title: string
  under: string
  /** What is loaded, as in 'Couldn’t load the programs'. */
  what: string
  isLoaded: boolean
  error: Error | null
  onRetry: () => unknown
  addLabel: string
  onAdd: () => void
  /** In place of the content, where there is nothing yet. */
  empty: { title: string; why: string } | false | undefined
  children: ReactNode
}

/** A list of Settings > Guidelines, with its tabs and the button that adds to it. */
export const GuidelinePage = (props: GuidelinePageProps) => {
  const { current, title, under, what, isLoaded, error, onRetry, addLabel, onAdd, empty, children } = props
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} disabled={!isLoaded} onClick={onAdd}>
      {addLabel}
    </Button>
  )
  const waiting = error ? <LoadFailed what={what} error={error} onClick={onRetry} /> : <PageSkeleton sections={1} />
  return (
    <Page>
      <PageHeader
        title={title}
        beside={<TabLinks label="Guidelines" tabs={tabs.map((tab) => ({ ...tab, isCurrent: tab.key === current }))} />}
        under={under}
        actions={add}
      />
      {!isLoaded ? waiting : empty ? <EmptyState {...empty}>{add}</EmptyState> : children}
    </Page>
  )
}
