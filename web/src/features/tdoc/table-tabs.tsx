import { Group } from '@mantine/core'
import type { TdocPage } from '@portal/contract/tdoc/answers'
import {
  type TdocTab,
  type TdocTableMode,
  tabsOf,
  tdocStatusLabels,
  tdocTableModeLabels,
} from '@portal/contract/tdoc/model'
import { linkOptions } from '@tanstack/react-router'
import * as table from '../../records/tdoc/table-view.ts'
import { TabLinks } from '../../ui/list/tab-links.tsx'
import { tabCountText } from './tab-text.ts'

export const tabLabels: Record<TdocTab, string> = {
  ...tdocStatusLabels,
  ALL: 'All',
}

/** A list of Tdocs, or one of them in the drawer. */
export const linkTo = (search: table.TableSearch, tdocId?: string) =>
  linkOptions({
    to: '/condition-manager/{-$tdocId}',
    params: { tdocId },
    search,
  })

type TableTabsProps = {
  modes: readonly TdocTableMode[]
  view: table.TableView
  page: TdocPage | undefined
}

/** Switches between the tables, and between the tabs of a table. */
export const TableTabs = ({ modes, view, page }: TableTabsProps) => (
  <Group gap="lg" style={{ rowGap: 'var(--mantine-spacing-xs)' }}>
    {modes.length > 1 && (
      <TabLinks
        isSwitch
        label="Tables"
        tabs={modes.map((mode) => ({
          key: mode,
          label: tdocTableModeLabels[mode],
          isCurrent: mode === view.tableMode,
          link: linkTo(table.toSearch(table.inMode(view, mode))),
        }))}
      />
    )}
    <TabLinks
      label="Tabs"
      tabs={tabsOf[view.tableMode].map((tab) => ({
        key: tab,
        label: tabLabels[tab],
        count: page && tabCountText(tab, view.tableMode, page),
        isCurrent: tab === view.tab,
        link: linkTo(table.toSearch(table.inTab(view, tab))),
      }))}
    />
  </Group>
)
