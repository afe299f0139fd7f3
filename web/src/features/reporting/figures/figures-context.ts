import { getKeys, toRecord } from '@portal/contract/lib/typed'
import {
  definitions,
  type FigureKey,
} from '@portal/contract/reporting/definitions'
import type { Summary } from '@portal/contract/reporting/summary'
import type { ListLink, Part } from '@portal/contract/reporting/target'
import { civil } from '@portal/contract/sla/calendar'
import { slvTypeLabels } from '@portal/contract/slv/model'
import type { Actor } from '@portal/contract/user/model'
import { replaceEqualDeep } from '@tanstack/react-query'
import { createContext, use, useMemo, useState } from 'react'
import { count, day } from '../../../lib/text/format.ts'
import { toActor, useProfile } from '../../../records/auth/queries.ts'

/** Figures link to lists on the screen, and to nothing on paper. */
export type FiguresContext = {
  isPaper: boolean
  /**
   * The list of a part of the figures; null on paper and if no list shows
   * exactly that part.
   */
  linkTo: (part: Part) => ListLink | null
}

export const paper: FiguresContext = { isPaper: true, linkTo: () => null }
export const FiguresContext = createContext(paper)
export const useFigures = () => use(FiguresContext)

/**
 * The context of figures on the screen, and the civil day in New York of the
 * response.
 */
export const useFigureLinks = <Filter>(
  {
    data,
    isPlaceholderData,
  }: { data: { asOf: string } | undefined; isPlaceholderData: boolean },
  filter: Filter,
  link: (
    actor: Actor,
    filter: Filter,
    part: Part,
    today: string,
  ) => ListLink | null,
) => {
  const profile = useProfile()
  const applied = useSame(filter)
  const today = civil(data ? new Date(data.asOf) : new Date()).day
  const figures = useMemo(
    (): FiguresContext => ({
      isPaper: false,
      // Placeholder data belongs to the previous filter.
      linkTo: (part) =>
        isPlaceholderData ? null : link(toActor(profile), applied, part, today),
    }),
    [link, profile, applied, today, isPlaceholderData],
  )
  return { figures, today }
}

/**
 * 'any day', '10/01/2026 – 10/31/2026', 'from 10/01/2026', 'until 10/31/2026'
 */
export const daysText = ({ from, to }: Summary['days']): string => {
  if (from && to) return `${day(from)} – ${day(to)}`
  if (from) return `from ${day(from)}`
  return to ? `until ${day(to)}` : 'any day'
}

/** '1 request', '4,120 units' */
export const requestCountText = (many: number, units = 'requests') =>
  `${count(many)} ${many === 1 ? units.replace(/s$/, '') : units}`

/** How many requests each figure covers, in words. */
export const describeCoverage = ({
  totalRequests,
  over,
  top,
  loanAmountByProgram,
}: Summary): Record<FigureKey, string> => ({
  ...toRecord(getKeys(definitions), () => requestCountText(totalRequests)),
  ...toRecord(getKeys(over), (key) => requestCountText(over[key])),
  ...toRecord(getKeys(top), (key) => requestCountText(top[key].over)),
  topReasons: requestCountText(top.topReasons.over, 'variances'),
  prePostTurnTime: [
    `${count(over.avgPreTurnTime)} ${slvTypeLabels.PRE}`,
    `${count(over.avgPostTurnTime)} ${slvTypeLabels.POST}`,
  ].join(', '),
  loanAmountByProgram: requestCountText(
    loanAmountByProgram.reduce((sum, program) => sum + program.count, 0),
  ),
})

/**
 * Returns the same object while its content is equal, so that memos and renders
 * that depend on it are skipped.
 */
const useSame = <T>(value: T): T => {
  const [held, setHeld] = useState(value)
  const same = replaceEqualDeep(held, value)
  if (same !== held) setHeld(same)
  return same
}
