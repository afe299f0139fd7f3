import type { getFigures } from '@portal/contract/reporting/summary-api'
import type { z } from 'zod'
import type { Ctx } from '../lib/ctx.ts'
import { type CapacityTeller, tellCapacity } from './count-capacity.ts'
import type { FigureKeeper } from './keep-figures.ts'
import { readCapacityFilter, readFilter } from './read-filter.ts'
import { type SummaryTeller, tellSummary } from './summarise-slvs.ts'

type Tellers = { summary: SummaryTeller; capacity: CapacityTeller }

/**
 * Summary and capacity of one moment: what is sent while they are read stands in both or in neither. Throws 403 for a list
 * that the asker does not have.
 */
export const readBoth =
  (keeper: FigureKeeper, tell: Tellers = { summary: tellSummary(), capacity: tellCapacity() }) =>
  async (ctx: Ctx, query: z.output<typeof getFigures.query>): Promise<z.output<typeof getFigures.response>> => {
    const [filter, ofTable] = [readFilter(ctx, query), readCapacityFilter(ctx, query)]
    const figures = await keeper.fresh()
    return {
      summary: tell.summary(figures, filter, ctx, query),
      capacity: tell.capacity(figures, ofTable, ctx, query),
      askedBy: ctx.actor.name,
    }
  }
