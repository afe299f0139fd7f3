import type { Change } from '@portal/contract/history/model'
import type { Ctx } from '../lib/ctx.ts'

/**
 * Writes the guidelines' history, in the transaction of the change. `subject`
 * is what people read, such as 'Version 3'.
 */
export const writeGuidelineHistory = (
  { db, actor, now }: Ctx,
  line: { action: string; subject: string; changes: readonly Change[] },
) =>
  db
    .insertInto('guidelineHistory')
    // The chain's trigger sets position and hash.
    .values({
      ...line,
      at: now,
      actorId: actor.id,
      changes: JSON.stringify(line.changes),
      position: 1,
      hash: Buffer.alloc(32),
    })
    .execute()
