import { civil } from '@portal/contract/sla/calendar'
import type { Setup } from '@portal/contract/system/model'
import type { Role } from '@portal/contract/user/model'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { describeFailure } from '../lib/describe-failure.ts'
import { conflict, unavailable } from '../lib/errors.ts'
import type { Settings } from '../lib/settings.ts'
import { activeInRole, hasPermission } from '../user/find-person.ts'
import { findBackup, type NodeDeps } from './find-state.ts'

export type SetupDeps = NodeDeps & {
  settings: Pick<Settings, 'brand'> &
    Partial<Pick<Settings, 'oidc' | 'scimTokens'>>
}

/** What a new portal needs, and how much of it is done. */
export async function getSetup(ctx: Ctx, deps: SetupDeps): Promise<Setup> {
  const { db, now } = ctx
  const { brand, oidc, scimTokens } = deps.settings
  const [programs, people, address, backups, sla] = await Promise.all([
    countPrograms(db, civil(now).day),
    countPeople(db),
    findAddress(ctx),
    listBackups(deps),
    findSlaState(db),
  ])
  return {
    programs,
    people: {
      ...people,
      hasSingleSignOn: oidc !== undefined,
      hasProvisioning: scimTokens !== undefined,
    },
    mail: { isOn: deps.node.canMail, address },
    backups,
    sla,
    branding: {
      name: brand.name,
      hasLogo: brand.logoUrl !== undefined,
      hasColor: brand.color !== undefined,
      hasContact:
        brand.supportEmail !== undefined || brand.supportPhone !== undefined,
    },
  }
}

async function countPrograms(
  db: Db,
  today: string,
): Promise<Setup['programs']> {
  const { rows } = await sql<Setup['programs']>`
    select
      (select count(*)::int from guideline_program) as total,
      count(*)::int as active,
      count(guidelines.starts)::int as with_guidelines,
      max(guidelines.starts) as guidelines_from
    from guideline_program program
    left join lateral (
      select min(lower(effective)) as starts
      from guideline_effect
      where program_code = program.code
        and coalesce(upper(effective) > ${today}::date, true)
    ) guidelines on true
    where active_from <= ${today}::date
      and (active_to is null or active_to >= ${today}::date)`.execute(db)
  return (
    rows[0] ?? {
      total: 0,
      active: 0,
      withGuidelines: 0,
      guidelinesFrom: null,
    }
  )
}

/** Active people by role. */
async function countPeople(db: Db) {
  const counts = await db
    .selectFrom('userRole')
    .innerJoin('appUser', 'appUser.id', 'userRole.userId')
    .select('userRole.role')
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .where('appUser.status', '=', 'ACTIVE')
    .where('appUser.isService', '=', false)
    .groupBy('userRole.role')
    .execute()
  const count = (wanted: Role) =>
    counts.find(({ role }) => role === wanted)?.people ?? 0
  const { receivers } = await activeInRole(db, ['UNDERWRITER'])
    .select((eb) => eb.fn.countAll<number>().as('receivers'))
    .where((eb) => hasPermission(eb, 'myOwn'))
    .executeTakeFirstOrThrow()
  return {
    underwriters: count('UNDERWRITER'),
    receivers,
    sellers: count('SELLER'),
    reviewers: count('TPR'),
  }
}

async function findAddress({ db, actor }: Ctx): Promise<string> {
  const { email } = await db
    .selectFrom('appUser')
    .select('email')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  return email
}

/** The last successful backup of each target, the scheduled target first. */
async function listBackups(deps: NodeDeps): Promise<Setup['backups']> {
  const scheduled = deps.node.backups.target
  const done = await deps.db
    .selectFrom('backupRun')
    .select('target')
    .select((eb) => eb.fn.max('endedAt').as('lastAt'))
    .where('state', '=', 'DONE')
    .groupBy('target')
    .orderBy('target')
    .execute()
  const isLate = (await findBackup(deps))?.isLate ?? false
  const others = done
    .filter(({ target }) => target !== scheduled)
    .map(({ target, lastAt }) => ({
      target,
      lastAt: lastAt?.toISOString() ?? null,
      isScheduled: false,
      isLate: false,
    }))
  if (scheduled === undefined) return others
  const last = done.find(({ target }) => target === scheduled)?.lastAt
  const first = {
    target: scheduled,
    lastAt: last?.toISOString() ?? null,
    isScheduled: true,
    isLate,
  }
  return [first, ...others]
}

async function findSlaState(db: Db): Promise<Setup['sla']> {
  const { rows } = await sql<{
    changedAt: Date | null
    holidaysUntil: string | null
  }>`
    select
      (select max(at) from sla_history) as changed_at,
      (select max(day) from business_holiday) as holidays_until`.execute(db)
  const [state] = rows
  return {
    changedAt: state?.changedAt?.toISOString() ?? null,
    holidaysUntil: state?.holidaysUntil ?? null,
  }
}

/** Sends a test mail to the caller. Throws 409 without a mail server. */
export async function mailTest(ctx: Ctx, { node }: SetupDeps) {
  if (!node.sendTestMail)
    throw conflict('The portal has no mail server. Set SMTP_URL on every node.')
  const address = await findAddress(ctx)
  try {
    return { address, refusal: await node.sendTestMail(address) }
  } catch (error) {
    throw unavailable(
      `The test email could not be sent: ${describeFailure(error)}`,
      error,
    )
  }
}
