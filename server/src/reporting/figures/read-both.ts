import type { getFigures } from '@portal/contract/reporting/summary-api'
import type { z } from 'zod'
import type { Facts } from '../../analytics/open-facts.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { readCapacity } from './count-capacity.ts'
import { readCapacityFilter, readFilter } from './read-filter.ts'
import { readSummary } from './summarize-slvs.ts'

/** Summary and capacity of one snapshot. Throws 403 for a list that the actor doesn't have. */
export const readBoth =
  (facts: Facts) =>
  async (ctx: Ctx, query: z.output<typeof getFigures.query>): Promise<z.output<typeof getFigures.response>> => {
    const [filter, capacityFilter] = [readFilter(ctx, query), readCapacityFilter(ctx, query)]
    return facts.read(async (snapshot) => ({
      summary: await readSummary(snapshot, filter, ctx, query),
      capacity: await readCapacity(snapshot, capacityFilter, ctx, query),
      askedBy: ctx.actor.name,
    }))
  }
