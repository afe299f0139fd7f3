import type { HistoryAction } from '@portal/contract/history/api'
import type { Change } from '@portal/contract/history/model'
import { isVisibleEntry } from '@portal/contract/history/visible'
import type { SlvStatus } from '@portal/contract/slv/status'
import type { Ctx } from '../lib/ctx.ts'
import { publish } from '../lib/publish.ts'

type Event = {
  slvId: string
  action: HistoryAction
  fromStatus: SlvStatus | null
  toStatus: SlvStatus
  resubmitCount: number
  comment: string | null
  changes: Change[]
  /** The file that it is about. */
  documentId?: string | null
}

type Slv = { id: string; status: SlvStatus; resubmitCount: number }
type SlvEvent = Pick<Event, 'action'> & {
  [Name in Exclude<keyof Event, 'slvId' | 'action'>]?: Event[Name] | undefined
}

/**
 * Adds an event of a locked SLV, by default in its present status and round.
 */
export const writeEvent = (ctx: Ctx, slv: Slv, event: SlvEvent) =>
  writeEvents(ctx, [{ slv, ...event }])

/** `writeEvent` for many SLVs, in one statement. */
export const writeEvents = (
  ctx: Ctx,
  events: readonly (SlvEvent & { slv: Slv })[],
) => writeHistory(ctx, ...events.map(toEvent))

const toEvent = ({
  slv,
  action,
  fromStatus = slv.status,
  toStatus = slv.status,
  resubmitCount = slv.resubmitCount,
  comment = null,
  changes = [],
  documentId = null,
}: SlvEvent & { slv: Slv }): Event => ({
  slvId: slv.id,
  action,
  fromStatus,
  toStatus,
  resubmitCount,
  comment,
  changes,
  documentId,
})

/**
 * Adds events to the history of SLVs in the same transaction, and publishes
 * them to open pages.
 */
export const writeHistory = ({ db, actor, now }: Ctx, ...events: Event[]) => {
  for (const event of events)
    publish(db, {
      kind: 'SLV',
      id: event.slvId,
      isInternal: !isVisibleEntry('SELLER', event),
    })
  return db
    .insertInto('slvHistory')
    .values(
      events.map(({ changes, ...event }) => ({
        ...event,
        actorId: actor.id,
        at: now,
        changes: JSON.stringify(changes),
      })),
    )
    .execute()
}
