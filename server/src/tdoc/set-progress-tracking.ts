import type { ProgressTracking } from '@portal/contract/tdoc/model'
import type { Ctx } from '../lib/ctx.ts'
import { performAll } from './perform.ts'

export const setProgressTracking = (
  ctx: Ctx,
  ids: readonly string[],
  progressTracking: ProgressTracking,
  ifMatch?: number,
): Promise<string[]> =>
  performAll(ctx, {
    action: 'set-progress-tracking',
    ids,
    ifMatch,
    plan: (_, tdoc) =>
      tdoc.progressTracking === progressTracking
        ? null
        : {
            set: { progressTracking },
            changes: [{ field: 'progressTracking', before: tdoc.progressTracking, after: progressTracking }],
          },
  })
