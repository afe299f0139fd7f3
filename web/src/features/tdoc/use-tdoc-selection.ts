import { maxAssigned } from '@portal/contract/assignment/model'
import type { TdocPage } from '@portal/contract/tdoc/answers'
import { useStateFor } from '../../lib/state/state-for.ts'
import * as table from '../../records/tdoc/table-view.ts'
import { useSelectAll } from '../../ui/list/use-select-all.ts'

const noIds: ReadonlySet<string> = new Set()

/**
 * The selected Tdocs. They stay selected while people search; another table or
 * tab starts with none.
 */
export const useTdocSelection = (
  view: table.TableView,
  page: TdocPage | undefined,
) => {
  const [picked, setPicked] = useStateFor(
    JSON.stringify([view.tableMode, view.tab]),
    noIds,
  )
  const selection = useSelectAll({
    ids: picked,
    onChange: (next) => setPicked(() => next),
    visible: page?.items.map(({ id }) => id) ?? [],
    most: maxAssigned,
    total: page?.total ?? 0,
    isTotalCut: page?.isTotalCut ?? false,
    query: table.getMatching(view),
  })
  return {
    ...selection,
    /** Those that were selected one by one. */
    picked,
    unpick: (ids: readonly string[]) =>
      setPicked((now) => new Set([...now].filter((id) => !ids.includes(id)))),
    clear: () => selection.change(noIds),
  }
}
export type TdocSelection = ReturnType<typeof useTdocSelection>
