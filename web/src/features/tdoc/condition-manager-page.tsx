import { Button } from '@mantine/core'
import type { TdocPage } from '@portal/contract/tdoc/answers'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useMemo, useRef, useState } from 'react'
import { lazy } from '../../lib/lazy.tsx'
import { toActor, useProfile } from '../../records/auth/queries.ts'
import { tdocSeen, tdocsQuery } from '../../records/tdoc/queries.ts'
import * as table from '../../records/tdoc/table-view.ts'
import { useNeighbors } from './drawer/neighbors.ts'
import type { GoTo } from './drawer/tdoc-drawer.tsx'
import { EditHost, type Editing } from './editing.tsx'
import { TdocList } from './tdoc-list.tsx'
import { useTdocSelection } from './use-tdoc-selection.ts'
import { ChangeNotice, ValueList } from './value-list.tsx'
import { useTdocWrites, useWithPending } from './writes.ts'

const CreateDialog = lazy(
  () => import('./dialogs/create-dialog.tsx'),
  'CreateDialog',
)
const TdocDrawer = lazy(() => import('./drawer/tdoc-drawer.tsx'), 'TdocDrawer')

type ConditionManagerProps = {
  tdocId: string | undefined
  search: table.TableSearch
  goTo: GoTo
}

export const ConditionManagerPage = ({
  tdocId,
  search,
  goTo,
}: ConditionManagerProps) => {
  const profile = useProfile()
  const { role } = profile
  const modes = useMemo(() => table.modesFor(toActor(profile)), [profile])
  const view = table.toView({ modes, role }, search)
  const { query, tdocOf } = useTdocs(view)
  const { data } = query
  const writes = useTdocWrites()
  const { refusal } = writes
  const selection = useTdocSelection(view, data)
  const beside = useNeighbors(
    tdocId,
    data && {
      ids: data.items.map(({ id }) => id),
      before: (data.page - 1) * data.size,
      total: data.total,
    },
  )
  const turnPage = useTurnPage({ tdocId, search, goTo }, view)

  const list = (editing: Editing, close: () => void) => (
    <ValueList
      editing={editing}
      view={view}
      writes={writes}
      selection={selection}
      tdocOf={tdocOf}
      onClose={close}
    />
  )
  const notice = refusal && (
    <ChangeNotice
      refusal={refusal}
      writes={writes}
      selection={selection}
      tdocOf={tdocOf}
    />
  )
  return (
    <EditHost list={list}>
      <TdocList
        role={role}
        modes={modes}
        view={view}
        query={query}
        selection={selection}
        writes={writes}
        goTo={goTo}
        create={
          role === 'UNDERWRITER' && (
            <CreateButton
              vendors={listVendors(data)}
              onCreated={(id) => goTo({ tdocId: id, search })}
            />
          )
        }
        notice={tdocId === undefined && notice}
      />
      {tdocId !== undefined && (
        <TdocDrawer
          tdocId={tdocId}
          beside={beside}
          isTotalCut={data?.isTotalCut ?? false}
          onTurn={turnPage}
          tab={search.descriptionTab}
          search={search}
          goTo={goTo}
          writes={writes}
          list={list}
          notice={notice}
        />
      )}
    </EditHost>
  )
}

/** The Tdocs of a view, with the changes that are being saved. */
const useTdocs = (view: table.TableView) => {
  const queryClient = useQueryClient()
  const withPending = useWithPending()
  const query = useQuery({
    ...tdocsQuery(view),
    select: (page) => ({ ...page, items: page.items.map(withPending) }),
  })
  const findTdoc = (id: string) => {
    const seen = tdocSeen(queryClient, id)
    return seen && withPending(seen)
  }
  return { query, tdocOf: findTdoc }
}

/**
 * Opens the first Tdoc of the next page, or the last one of the page before,
 * unless another was opened meanwhile.
 */
const useTurnPage = (
  { tdocId, search, goTo }: ConditionManagerProps,
  view: table.TableView,
) => {
  const queryClient = useQueryClient()
  const openNow = useRef(tdocId)
  openNow.current = tdocId

  const turn = async (direction: 'previous' | 'next') => {
    const isNext = direction === 'next'
    const page = { ...view, page: view.page + (isNext ? 1 : -1) }
    const { items } = await queryClient.fetchQuery(tdocsQuery(page))
    const tdoc = items.at(isNext ? 0 : -1)
    if (!tdoc || openNow.current !== tdocId) return
    const { descriptionTab } = search
    goTo(
      { tdocId: tdoc.id, search: { ...table.toSearch(page), descriptionTab } },
      { replace: true },
    )
  }
  return (direction: 'previous' | 'next') =>
    void turn(direction).catch(() => undefined)
}

const listVendors = (page: TdocPage | undefined): string[] => {
  const names = page?.items.flatMap(
    ({ jumboVendorName }) => jumboVendorName ?? [],
  )
  return [...new Set(names)]
}

const CreateButton = (
  props: Omit<ComponentProps<typeof CreateDialog>, 'onClose'>,
) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        leftSection={<IconPlus size={16} aria-hidden />}
        aria-haspopup="dialog"
        onPointerEnter={CreateDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        Create Tdoc
      </Button>
      {isOpen && <CreateDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}
