import { useState } from 'react'
import { rangeProblems } from './choice-fields.tsx'
import type { ListFilter } from './list-filter.ts'

export type FilterTime = Partial<Pick<ListFilter, 'timeframe' | 'from' | 'to'>>

export const isWrong = (chosen: FilterTime) => Object.values(rangeProblems(chosen)).some((problem) => problem !== null)

export const applicable = <T extends FilterTime>(filter: T): T =>
  filter.timeframe === 'CUSTOM' && !filter.from && !filter.to ? { ...filter, timeframe: undefined } : filter

/**
 * The choices of a panel that applies each choice immediately. Incomplete ones, such as half a date range, stay here until
 * they can be applied; a change from elsewhere (a chip, Back) replaces them and counts as a reset.
 */
export const useChoices = <T extends FilterTime>(applied: T, onApply: (next: T) => void) => {
  const key = JSON.stringify(applied)
  const [draft, setDraft] = useState({ key, chosen: applied, resets: 0 })
  const { chosen, resets } = draft.key === key ? draft : { chosen: applied, resets: draft.resets + 1 }
  if (draft.key !== key) setDraft({ key, chosen, resets })
  const choose = (change: Partial<T>) => {
    const next = { ...chosen, ...change }
    const result = isWrong(next) ? applied : applicable(next)
    const resultKey = JSON.stringify(result)
    setDraft({ key: resultKey, chosen: next, resets })
    if (resultKey !== key) onApply(result)
  }
  return { chosen, choose, resets }
}
