import { TableMode, tableModeLabels } from '@portal/contract/slv/table-mode'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ownKey, readKept, writeKept } from '../../../lib/owner.ts'
import { parseSearch } from '../../../lib/text/search-text.ts'
import { type SlvView, slvViews } from './views.ts'

/** A list of SLVs as this person left it: its address with filters, tab and page, and its name. */
export type LastList = { path: string; search: Record<string, string>; label: string }

const key = () => ownKey('slv.last-list')

/** The list that this page was opened from, also after a reload; else the one that the view belongs to. */
export const useLastList = (view: SlvView): LastList => {
  const { state } = useRouter()
  const [list] = useState(() => {
    // While a page opens, this is still the page before it.
    const from = state.resolvedLocation?.href
    if (from && isList(from)) writeKept(sessionStorage, key(), from)
    const kept = readKept(sessionStorage, key())
    return listOf(typeof kept === 'string' && isList(kept) ? kept : slvViews[view].list)
  })
  return list
}

const isList = (href: string) => /^\/slv(\/department)?\/?(\?|$)/.test(href)

const listOf = (href: string): LastList => {
  const [path = '/slv', query = ''] = href.split('?')
  const search = parseSearch(query)
  return { path, search, label: labelOf(path, search) }
}

const labelOf = (path: string, { tableMode, departmentTableMode }: Record<string, string>) => {
  if (path.startsWith('/slv/department')) return departmentTableMode === 'TRANSFERRED' ? 'Transferred' : 'Department'
  const mode = TableMode.safeParse(tableMode)
  // ALL is the department's mode; a person without it gets their own list.
  return mode.success && mode.data !== 'ALL' ? tableModeLabels[mode.data] : 'SLVs'
}
