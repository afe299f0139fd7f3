import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { count } from '../../../lib/format.ts'
import links from '../../../ui/tab-links.module.css'
import { statisticsQuery } from './list-queries.ts'
import type { ListTab } from './list-tabs.ts'
import classes from './slv-list.module.css'
import { searchOfTab } from './use-slv-list.ts'

type TabLinksProps = { tabs: readonly ListTab[]; active: ListTab; size: number | undefined }

/** The lists of a page, each with how many SLVs stand in it. They are links: a tab has its own address. */
export const TabLinks = ({ tabs, active, size }: TabLinksProps) => (
  <nav className={links.tabs} aria-label="Lists">
    {tabs.map((tab) => (
      <Link
        key={tab.key}
        to="."
        search={searchOfTab(tab, size)}
        className={links.tab}
        aria-current={tab === active ? 'page' : undefined}
        activeOptions={{ exact: true, includeSearch: true }}
      >
        {tab.label}
        <TabCount tab={tab} />
      </Link>
    ))}
  </nav>
)

const TabCount = ({ tab }: { tab: ListTab }) => {
  const { data } = useQuery(statisticsQuery(tab))
  return data && <span className={classes.tabCount}>{count(data.total)}</span>
}
