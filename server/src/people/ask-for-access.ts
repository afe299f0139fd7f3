import { dayMs } from '@portal/contract/sla/calendar'
import {
  accessRequestLimit,
  type createAccessRequest as api,
  type OwnAccess,
} from '@portal/contract/user/access-api'
import { isPending } from '@portal/contract/user/policy'
import type { z } from 'zod'
import { type Ctx, transact } from '../lib/ctx.ts'
import { conflict } from '../lib/errors.ts'
import { notify } from '../lib/notify.ts'
import { writeUserChange } from '../user/changes.ts'
import { findUsersWithPermissions } from '../user/find-person.ts'
import { findUser, type UserRecord } from '../user/find-user.ts'
import { lockActor, lockPersonForUpdate } from '../user/lock-person.ts'
import { findStatus } from './list-access-requests.ts'

type NewRequest = z.output<typeof api.body>

/** Asks the administrators for access, for an actor without a role. */
export const askForAccess = (
  ctx: Ctx,
  { message, company }: NewRequest,
): Promise<OwnAccess> =>
  transact(ctx, async (inner) => {
    const { db, now, actor } = inner
    await lockPersonForUpdate(db, actor.id)
    await lockActor(inner, isPending)
    await checkMayAsk(inner)

    await db
      .insertInto('accessRequest')
      .values({
        userId: actor.id,
        message,
        company: company || null,
        createdAt: now,
      })
      .execute()
    await writeUserChange(
      { db, now, actorId: actor.id },
      {
        userId: actor.id,
        action: 'ask-for-access',
        changes: [{ field: 'accessRequest', before: null, after: message }],
      },
    )
    const person = await findUser(db, actor.id)
    if (person) await notifyAdministrators(inner, person, { message, company })
    return findOwnAccess(inner)
  })

async function checkMayAsk(ctx: Ctx): Promise<void> {
  const { mayAskFrom } = await findOwnAccess(ctx)
  if (mayAskFrom === null)
    throw conflict('Your request is waiting for an answer')
  const { count, days } = accessRequestLimit
  if (new Date(mayAskFrom) > ctx.now)
    throw conflict(
      `You can ask ${count} times within ${days} days. Try again later.`,
    )
}

async function notifyAdministrators(
  { db, now }: Ctx,
  { id, name, email, companyName }: UserRecord,
  { message, company }: NewRequest,
): Promise<void> {
  const employer = company ? `${companyName}, says: ${company}` : companyName
  await notify(
    // The actor may not read the notification, and a null actor may write it.
    { db, now, actor: null },
    {
      action: 'ACCESS_REQUESTED',
      title: 'Someone asks for access',
      entityId: id,
      to: await findUsersWithPermissions(db, ['managePermissions']),
      description: `${name}, ${employer} (${email}): ${message}`,
    },
  )
}

/** The actor's last request, and when they can ask again. */
export async function findOwnAccess({
  db,
  now,
  actor,
}: Ctx): Promise<OwnAccess> {
  const { count, days } = accessRequestLimit
  const requests = await db
    .selectFrom('accessRequest')
    .select(['message', 'company', 'createdAt', 'answeredAt', 'refusal'])
    .where('userId', '=', actor.id)
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
  const [last] = requests
  if (!last) return { request: null, mayAskFrom: now.toISOString() }

  const { createdAt, answeredAt, ...rest } = last
  const request = {
    ...rest,
    status: findStatus(last),
    createdAt: createdAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
  }
  if (answeredAt === null) return { request, mayAskFrom: null }
  const first = requests[count - 1]
  const isLimited = first !== undefined
  const freeFrom = isLimited ? addDays(first.createdAt, days) : now
  return { request, mayAskFrom: freeFrom.toISOString() }
}

const addDays = (date: Date, days: number) =>
  new Date(date.getTime() + days * dayMs)
