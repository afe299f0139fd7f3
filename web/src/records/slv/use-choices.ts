import { useState } from 'react'
import { nextPaint } from '../../lib/next-paint.ts'
import { rangeProblems } from './choice-fields.tsx'
import type { ListFilter } from './list-filter.ts'

export type FilterTime = Partial<Pick<ListFilter, 'timeframe' | 'from' | 'to'>>

export const isWrong = (chosen: FilterTime) =>
  Object.values(rangeProblems(chosen)).some((problem) => problem !== null)

export const applicable = <T extends FilterTime>(filter: T): T =>
  filter.timeframe === 'CUSTOM' && !filter.from && !filter.to
    ? { ...filter, timeframe: undefined }
    : filter

/**
 * The choices of a panel that applies each choice immediately. Incomplete ones,
 * such as half a date range, stay here until they can be applied; a change from
 * elsewhere (a chip, Back) replaces them and counts as a reset.
 */
export const useChoices = <T extends FilterTime>(
  applied: T,
  onApply: (next: T) => void,
) => {
  const key = JSON.stringify(applied)
  // What is applied now, and then what these choices applied: the address shows
  // that a moment later.
  const [draft, setDraft] = useState({
    keys: [key],
    chosen: applied,
    resets: 0,
  })
  const at = draft.keys.lastIndexOf(key)
  const { chosen, resets } =
    at >= 0 ? draft : { chosen: applied, resets: draft.resets + 1 }
  if (at !== 0)
    setDraft({ keys: at > 0 ? draft.keys.slice(at) : [key], chosen, resets })
  const choose = (change: Partial<T>) => {
    const next = { ...chosen, ...change }
    if (isWrong(next)) return setDraft({ ...draft, chosen: next, resets })
    const result = applicable(next)
    const resultKey = JSON.stringify(result)
    const isNew = resultKey !== draft.keys.at(-1)
    setDraft({
      keys: isNew ? [...draft.keys, resultKey] : draft.keys,
      chosen: next,
      resets,
    })
    if (isNew) void nextPaint().then(() => onApply(result))
  }
  return { chosen, choose, resets }
}
