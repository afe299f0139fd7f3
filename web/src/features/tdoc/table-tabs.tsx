import {
  type TdocTab,
  type TdocTableMode,
  tabsOf,
  tdocStatusLabels,
  tdocTableModeLabels,
} from '@portal/contract/tdoc/model'
import { Link } from '@tanstack/react-router'
import { count } from '../../lib/format.ts'
import links from '../../ui/tab-links.module.css'
import { inMode, inTab, searchOf, type TableView } from './table-view.ts'
import classes from './tdoc.module.css'

export const tabLabels: Record<TdocTab, string> = { ...tdocStatusLabels, ALL: 'All' }

type TableTabsProps = {
  view: TableView
  modes: readonly TdocTableMode[]
  counts: Partial<Record<TdocTab, number>> | undefined
  /** Those that have more than their count. */
  cut: readonly TdocTab[] | undefined
}

/** The two tables, for those who have both, and the tabs of the one that is shown. Each has its own address. */
export const TableTabs = ({ view, modes, counts, cut }: TableTabsProps) => (
  <div className={classes.tabs}>
    {modes.length > 1 && (
      <nav className={links.tabs} aria-label="Tables">
        {modes.map((mode) => (
          <Link
            key={mode}
            to="/condition-manager/{-$tdocId}"
            params={{ tdocId: undefined }}
            search={searchOf(inMode(view, mode))}
            className={links.tab}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={mode === view.tableMode ? 'page' : undefined}
          >
            {tdocTableModeLabels[mode]}
          </Link>
        ))}
      </nav>
    )}
    <nav className={links.tabs} aria-label="Tabs">
      {tabsOf[view.tableMode].map((tab) => (
        <Link
          key={tab}
          to="/condition-manager/{-$tdocId}"
          params={{ tdocId: undefined }}
          search={searchOf(inTab(view, tab))}
          className={links.tab}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={tab === view.tab ? 'page' : undefined}
        >
          {tabLabels[tab]}
          {counts?.[tab] !== undefined && (
            <span className={classes.count}>
              {count(counts[tab])}
              {cut?.includes(tab) && '+'}
            </span>
          )}
        </Link>
      ))}
    </nav>
  </div>
)
