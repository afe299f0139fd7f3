import { type Present, presenceLastsSeconds } from '@portal/contract/live/model'
import type { Ctx } from '../lib/ctx.ts'
import { type Change, publish } from '../lib/publish.ts'
import { findSlv } from '../slv/lock.ts'

export type PresenceChange = Change & { kind: 'PRESENCE' }
type Visitor = Pick<Present, 'name' | 'isEditing'> & { until: number }

export type Presence = ReturnType<typeof createPresence>

/**
 * Who has which SLV open, on any process. A new process is up to date within 20
 * s.
 */
export function createPresence() {
  const visitors = new Map<string, Map<string, Visitor>>()

  /** Returns whether anything changed for others. */
  const note = ({
    id,
    userId,
    name,
    isEditing,
    isHere,
  }: PresenceChange): boolean => {
    const there = visitors.get(id) ?? new Map<string, Visitor>()
    const known = there.get(userId)
    if (isHere)
      there.set(userId, {
        name,
        isEditing,
        until: performance.now() + presenceLastsSeconds * 1000,
      })
    else there.delete(userId)
    if (there.size > 0) visitors.set(id, there)
    else visitors.delete(id)
    return isHere ? known?.isEditing !== isEditing : known !== undefined
  }

  /** Changes that remove people whose presence has expired. */
  const overdue = (): PresenceChange[] => {
    const now = performance.now()
    return [...visitors].flatMap(([id, there]) =>
      [...there].flatMap(([userId, { name, until }]) =>
        until < now
          ? [
              {
                kind: 'PRESENCE',
                id,
                userId,
                name,
                isEditing: false,
                isHere: false,
              },
            ]
          : [],
      ),
    )
  }

  const idsAt = (slvId: string): ReadonlySet<string> =>
    new Set(visitors.get(slvId)?.keys())

  const othersAt = (slvId: string, userId: string): Present[] =>
    [...(visitors.get(slvId) ?? [])]
      .filter(([id]) => id !== userId)
      .map(([id, { name, isEditing }]) => ({ id, name, isEditing }))

  return { note, overdue, idsAt, othersAt }
}

/**
 * Records that the actor has the SLV open or left it: in this process with
 * `note`, in the others by NOTIFY.
 */
export async function setPresence(
  ctx: Ctx,
  slvId: string,
  state: { isEditing: boolean; isHere: boolean },
  note: (change: PresenceChange) => void,
) {
  const { id: userId, name } = ctx.actor
  await findSlv(ctx, slvId)
  const change = {
    kind: 'PRESENCE',
    id: slvId,
    userId,
    name,
    ...state,
  } as const
  note(change)
  publish(ctx.db, change)
}
