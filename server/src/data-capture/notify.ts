import type { Ctx } from '../lib/ctx.ts'
import { notify } from '../notification/notify.ts'
import type { ResponseNotice } from '../tdoc/set-response.ts'

/** Up to this many answers of a file are notified one by one. */
const maxEach = 20

/**
 * Notifies people of the answers in a file: of each Tdoc, or once of the whole file if that would be more than twenty
 * notifications (docs/decisions/022). Comments and answers are counted separately.
 */
export const notifyResponses =
  (ctx: Ctx, upload: { uploadedAt: Date; fileName: string }, rowCount: number) =>
  async (notices: readonly ResponseNotice[]): Promise<void> => {
    for (const [action, some] of Map.groupBy(notices, (notice) => notice.action)) {
      const here = Map.groupBy(
        some.flatMap(({ to }) => to.filter((id) => id !== ctx.actor.id)),
        (id) => id,
      )
      const earlier = await countNotifications(ctx, upload.uploadedAt, action, [...here.keys()])
      const isTooMany = (id: string) => (here.get(id)?.length ?? 0) + (earlier.get(id)?.each ?? 0) > maxEach
      for (const { to, ...notice } of some) await notify(ctx, { ...notice, to: to.filter((id) => !isTooMany(id)) })
      const rows = `${rowCount.toLocaleString('en-US')} rows`
      const ofFile = [...here.keys()].filter((id) => isTooMany(id) && !earlier.get(id)?.whole)
      const description = [ctx.actor.name, upload.fileName, rows].join(' · ')
      await notify(ctx, { action, entityId: null, to: ofFile, description })
    }
  }

/** The notifications that these people already received for this file: for single Tdocs, and for the whole file. */
async function countNotifications(
  { db, actor }: Ctx,
  since: Date,
  action: ResponseNotice['action'],
  people: readonly string[],
) {
  if (people.length === 0) return new Map<string, { each: number; whole: number }>()
  const rows = await db
    .selectFrom('notification')
    .select(({ fn }) => ['userId', fn.count<number>('entityId').as('each'), fn.countAll<number>().as('all')])
    .where((eb) => eb('userId', '=', eb.fn.any(eb.val(people))))
    .where('actorId', '=', actor.id)
    .where('action', '=', action)
    .where('createdAt', '>=', since)
    .groupBy('userId')
    .execute()
  return new Map(rows.map(({ userId, each, all }) => [userId, { each, whole: all - each }]))
}
