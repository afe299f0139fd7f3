import type { Tdoc, TdocPage } from '@portal/contract/tdoc/answers'
import type { TdocTab, TdocTableMode } from '@portal/contract/tdoc/model'
import type { Role } from '@portal/contract/user/model'
import { type ReactNode, useCallback, useMemo } from 'react'
import { lazy } from '../../lib/lazy.tsx'
import { listAddress } from '../../lib/list-address.ts'
import { useIsNarrow } from '../../lib/state/use-is-narrow.ts'
import { count } from '../../lib/text/format.ts'
import { useBranding } from '../../records/auth/queries.ts'
import {
  type NextStepPart,
  nextStepPart,
} from '../../records/tdoc/next-step.ts'
import * as table from '../../records/tdoc/table-view.ts'
import { getName } from '../../records/tdoc/texts.ts'
import { NameHint } from '../../records/user/name-hint.tsx'
import type { RowGroups } from '../../ui/data-table/columns.ts'
import { ListPage, type ListQuery } from '../../ui/list/list-page.tsx'
import { InviteButton } from '../user/shared/invite-button.tsx'
import { DroppedFilters, useSavedViews } from '../view/shared/save-view.tsx'
import { useBarFilters } from './bar-filters.tsx'
import { reviewerLayout, tdocColumnsFor, tdocPresets } from './columns.tsx'
import type { GoTo } from './drawer/tdoc-drawer.tsx'
import { BulkBar } from './editing.tsx'
import { linkTo, TableTabs, tabLabels } from './table-tabs.tsx'
import type { TdocSelection } from './use-tdoc-selection.ts'
import type { TdocWrites } from './writes.ts'

const TdocFilterDialog = lazy(
  () => import('./filter-dialog.tsx'),
  'TdocFilterDialog',
)

const noRefusals: ReadonlyMap<string, string> = new Map()

type TdocListProps = {
  role: Role
  modes: readonly TdocTableMode[]
  view: table.TableView
  query: ListQuery<Tdoc> & { data: TdocPage | undefined }
  selection: TdocSelection
  writes: TdocWrites
  goTo: GoTo
  /** The button that creates a Tdoc, for those who may. */
  create: ReactNode
  /** Why the last change was not made, unless the drawer shows it. */
  notice: ReactNode
}

/** The table of Tdocs with its tabs, search, filters and bulk actions. */
export const TdocList = (props: TdocListProps) => {
  const { role, modes, view, query, goTo, create } = props
  const { data } = query
  const isUnderwriter = role === 'UNDERWRITER'
  const isNarrow = useIsNarrow()
  const savedViews = useSavedViews({
    list: 'TDOC',
    openId: view.savedView,
    search: table.toViewSearch(view),
    storageKey: `tdoc.${isNarrow ? 'narrow' : 'wide'}`,
  })
  const defaultLayout = role === 'TPR' && !isNarrow ? reviewerLayout : undefined
  const show = (next: Partial<table.TableView>) =>
    goTo({ search: table.toSearch({ ...view, page: 1, ...next }) })
  const filter = (filters: table.TableFilters) => show({ filters })
  const end = data?.isTotalCut ? data.total : undefined

  return (
    <ListPage
      header={{
        title: 'Tdocs',
        beside: <TableTabs modes={modes} view={view} page={data} />,
        actions: isUnderwriter ? create : <InviteButton />,
      }}
      label="Tdocs"
      {...savedViews}
      start={savedViews.start ?? defaultLayout}
      columns={useColumns(props.writes, isNarrow, role)}
      groups={useNeedGroups(view, data?.needsYou)}
      presets={tdocPresets}
      rowId={({ id }) => id}
      rowLabel={getName}
      rowLink={useRowLink(view)}
      hasFields={isUnderwriter}
      query={query}
      address={toListAddress(view, role, goTo)}
      sort={{ by: table.getSort(view), type: view.sortType }}
      end={end}
      noun={['Tdoc', 'Tdocs']}
      searchLabel="Search by loan number, image, borrower, seller or Corr ID"
      searchPlaceholder="Search Tdocs"
      filters={useBarFilters(view, role, filter, data?.items)}
      filterDialog={{
        preload: TdocFilterDialog.preload,
        hasDownload: true,
        render: (isDownload, close) => (
          <TdocFilterDialog
            view={view}
            role={role}
            isDownload={isDownload}
            onFilter={filter}
            onClose={close}
          />
        ),
      }}
      isFiltered={table.countFilters(view.filters) > 0}
      onClear={() => show({ filters: table.noFilters, search: '' })}
      selection={isUnderwriter ? bulkSelection(props) : undefined}
      empty={{
        none: { ...emptyText(view.tab, role), children: create },
        narrowed: `No Tdocs in the ${tabLabels[view.tab]} tab match the search and filters.`,
        beyond:
          end === undefined
            ? undefined
            : `A search shows only the first ${count(end)} Tdocs. Narrow the search to see the rest.`,
      }}
    >
      <NameHint />
      <DroppedFilters openId={view.savedView} />
      {props.notice}
    </ListPage>
  )
}

const toListAddress = (view: table.TableView, role: Role, goTo: GoTo) =>
  listAddress(
    table.toSearch(view),
    (search, options) => goTo({ search }, options),
    {
      defaultSort: {
        by: table.getStart(role, view.tableMode).sortBy,
        type: 'asc',
      },
      defaultSize: table.usualSize,
    },
  )

/** The columns stay the same until one of them changes. */
const useColumns = ({ refusal }: TdocWrites, isNarrow: boolean, role: Role) => {
  const { name: brandName } = useBranding()
  const refused = refusal?.kind === 'REFUSED' ? refusal.reasons : noRefusals
  return useMemo(
    () => tdocColumnsFor({ brandName, refused, isNarrow, role }),
    [brandName, refused, isNarrow, role],
  )
}

/** The headings of a reviewer's list that begins with what needs them. */
const useNeedGroups = (
  view: table.TableView,
  needed: number | undefined,
): RowGroups<Tdoc> | undefined => {
  const { name: brandName } = useBranding()
  const isByNeed = table.getSort(view) === 'needsYou'
  const hasGroups = isByNeed && view.sortType === 'asc'
  return useMemo(() => {
    if (!hasGroups) return undefined
    const neededText = needed === undefined ? '' : ` (${count(needed)})`
    const headings: Record<NextStepPart, string> = {
      NEEDED: `Needs you${neededText}`,
      WAITING: `Waiting on ${brandName}`,
      FINISHED: 'Complete',
    }
    return { headingFor: (tdoc) => headings[nextStepPart(tdoc)] }
  }, [hasGroups, needed, brandName])
}

/**
 * The link of a row. It stays the same while a drawer opens and closes, so the
 * rows aren't drawn again.
 */
const useRowLink = (view: table.TableView) => {
  const address = JSON.stringify(table.toSearch(view))
  return useCallback(
    ({ id }: { id: string }) =>
      linkTo(table.TableSearch.parse(JSON.parse(address)), id),
    [address],
  )
}

const bulkSelection = ({ selection, writes }: TdocListProps) => ({
  ids: selection.ids,
  onChange: selection.change,
  all: selection.all,
  actions: (
    <BulkBar
      ids={selection.ids}
      isBusy={writes.isBusy}
      isAll={selection.matching !== null}
    />
  ),
})

const emptyText = (
  tab: TdocTab,
  role: Role,
): { title: string; why: string } => {
  if (tab === 'COMPLETE')
    return {
      title: 'Nothing is complete yet',
      why: 'Tdocs appear here once they are completed.',
    }
  if (tab === 'REVIEW_PENDING')
    return {
      title: 'No review is pending',
      why: 'Tdocs appear here while they wait for a review.',
    }
  if (role === 'TPR')
    return {
      title: 'No Tdocs right now',
      why: 'New Tdocs for your company appear here.',
    }
  if (tab === 'ALL')
    return {
      title: 'No Tdocs yet',
      why: 'Tdocs come from a transmittal or a data-capture file, or are created manually.',
    }
  return {
    title: 'No new Tdocs',
    why: 'New Tdocs appear here until someone starts on them.',
  }
}
