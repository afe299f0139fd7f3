import { randomBytes } from 'node:crypto'
import type { Db } from '../../src/lib/database/db.ts'
import { addRow, findRow } from '../rows.ts'
import { missingId } from './relation-ids.ts'

/** Ids of what belongs to a person. */
export type PersonThings = {
  notificationId: string
  sessionId: string
  scheduleId: string
  viewId: string
  assignmentId: string
}

export const missingPersonThings: PersonThings = {
  notificationId: missingId,
  sessionId: missingId,
  scheduleId: missingId,
  viewId: missingId,
  assignmentId: missingId,
}

/** Makes one of each thing for a person. */
export async function addPersonThings(
  db: Db,
  now: Date,
  userId: string,
): Promise<PersonThings> {
  const { companyId } = await findRow(db, 'appUser', { id: userId })
  const notification = await addRow(db, 'notification', {
    userId,
    type: 'USER',
    action: 'MY_COMPANY_VIEW',
    title: 'You can now',
    createdAt: now,
  })
  const session = await addRow(db, 'session', {
    userId,
    tokenHash: randomBytes(32),
    createdAt: now,
    lastUsedAt: now,
    endsAt: new Date(now.getTime() + 3_600_000),
    userAgent: 'another',
  })
  const schedule = await addRow(db, 'reportSchedule', {
    userId,
    name: 'Mondays',
    search: '',
    cadence: 'WEEKLY',
    weekday: 1,
    nextAt: now,
    createdAt: now,
  })
  const view = await addRow(db, 'savedView', {
    userId,
    companyId,
    list: 'SLV',
    name: 'Shared',
    search: '',
    isShared: true,
    createdAt: now,
  })
  const assignment = await addRow(db, 'assignment', {
    userId,
    at: now,
    action: 'assign-requests',
    items: '[]' as never,
  })
  return {
    notificationId: notification.id,
    sessionId: session.id,
    scheduleId: schedule.id,
    viewId: view.id,
    assignmentId: assignment.id,
  }
}
