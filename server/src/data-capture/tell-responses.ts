import type { Ctx } from '../lib/ctx.ts'
import { notify } from '../notification/notify.ts'
import type { Notice } from '../tdoc/set-response.ts'
import type { Upload } from './apply-rows.ts'

/** So many answers of one file somebody is told of one by one. */
const mostEach = 20

/**
 * Tells people of the answers of a file: each of each Tdoc, or, whom it would be more than twenty, of the file, once
 * (docs/decisions/022). Comments and answers count apart.
 */
export const tellResponses =
  (ctx: Ctx, upload: Pick<Upload, 'uploadedAt' | 'fileName'>, rowCount: number) =>
  async (notices: readonly Notice[]): Promise<void> => {
    for (const [action, some] of Map.groupBy(notices, (notice) => notice.action)) {
      const here = Map.groupBy(
        some.flatMap(({ to }) => to.filter((id) => id !== ctx.actor.id)),
        (id) => id,
      )
      const told = await countTold(ctx, upload.uploadedAt, action, [...here.keys()])
      const isTooMany = (id: string) => (here.get(id)?.length ?? 0) + (told.get(id)?.each ?? 0) > mostEach
      for (const { to, ...notice } of some) await notify(ctx, { ...notice, to: to.filter((id) => !isTooMany(id)) })
      const rows = `${rowCount.toLocaleString('en-US')} rows`
      const ofFile = [...here.keys()].filter((id) => isTooMany(id) && !told.get(id)?.whole)
      const description = [ctx.actor.name, upload.fileName, rows].join(' · ')
      await notify(ctx, { action, entityId: null, to: ofFile, description })
    }
  }

/** Of how many answers each of these people was told since this file came, and whether of it as a whole. */
async function countTold({ db, actor }: Ctx, since: Date, action: Notice['action'], people: readonly string[]) {
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
