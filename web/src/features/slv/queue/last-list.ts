import { TableMode, tableModeLabels } from '@portal/contract/slv/table-mode'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ownKey, readStored, writeStored } from '../../../lib/owner.ts'
import { parseSearch } from '../../../lib/text/search-text.ts'
import { type SlvView, slvViews } from '../page/slv-route.ts'

export type LastList = {
  path: string
  search: Record<string, string>
  label: string
}

/**
 * The list that this person came from, with its filters; without one, the
 * view's usual list.
 */
export const useLastList = (view: SlvView): LastList => {
  const { state } = useRouter()
  const [list] = useState(() => {
    const key = ownKey('slv.last-list')
    // While a page opens, this is still the page before it.
    const from = state.resolvedLocation?.href
    if (from && isList.test(from)) writeStored(sessionStorage, key, from)
    const stored = String(readStored(sessionStorage, key))
    const address = isList.test(stored) ? stored : slvViews[view]
    const [path = '', query = ''] = address.split('?')
    const search = parseSearch(query)
    return { path, search, label: getLabel(path, search) }
  })
  return list
}

const isList = /^\/slv(\/department)?\/?(\?|$)/

const getLabel = (
  path: string,
  { tableMode, departmentTableMode }: Record<string, string>,
) => {
  if (path.startsWith('/slv/department'))
    return departmentTableMode === 'TRANSFERRED' ? 'Transferred' : 'Department'
  const mode = TableMode.safeParse(tableMode)
  // ALL is the department's mode; a person without it gets their own list.
  return mode.success && mode.data !== 'ALL'
    ? tableModeLabels[mode.data]
    : 'SLVs'
}
