import { isBdd, isUnderwriter } from '@portal/contract/user/policy'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { zipped } from '../lib/files/zip.ts'
import { findManagedUser } from '../user/find-user.ts'

/** Queries of what is stored about a person, by file name, without secrets. */
type Queries = Record<string, RawBuilder<unknown>>

/** The account of a person and how they sign in. */
const ofAccount = (id: string): Queries => ({
  profile: sql`
    select
      app_user.id,
      email,
      first_name,
      last_name,
      phone,
      status,
      app_user.created_at,
      last_used_at,
      notification_mail,
      mail_refused_at,
      mail_refusal,
      company.name as company
    from app_user
      join company on company.id = company_id
    where app_user.id = ${id}`,
  roles: sql`select role from user_role where user_id = ${id} order by position`,
  permissions: sql`
    select permission
    from user_permission
    where user_id = ${id}
    order by permission`,
  sessions: sql`
    select created_at, last_used_at, ends_at, user_agent
    from session
    where user_id = ${id}
    order by created_at`,
  'known-devices': sql`
    select last_used_at
    from known_device
    where user_id = ${id}
    order by last_used_at`,
  password: sql`select password_set_at from credential where user_id = ${id}`,
  'authenticator-app': sql`select added_at from totp where user_id = ${id}`,
  passkeys: sql`
    select name, added_at, last_used_at
    from passkey
    where user_id = ${id}
    order by added_at`,
  'recovery-codes': sql`
    select created_at, used_at
    from recovery_code
    where user_id = ${id}
    order by code_hash`,
  'access-requests': sql`
    select created_at, message, company, answered_at, refusal
    from access_request
    where user_id = ${id}
    order by id`,
  'account-history': sql`
    select at, action, changes, custom_message
    from user_history
    where user_id = ${id}
    order by id`,
})

/** What a person did, wrote and set. */
const ofWork = (id: string): Queries => ({
  // Without the changed values, which are about loans and other people.
  'slv-activity': sql`
    select at, slv_id, action, from_status, to_status
    from slv_history
    where actor_id = ${id}
    order by id`,
  'tdoc-activity': sql`
    select at, tdoc_id, action
    from tdoc_history
    where actor_id = ${id}
    order by id`,
  'people-activity': sql`
    select at, user_id, action
    from user_history
    where actor_id = ${id}
    order by id`,
  comments: sql`
    select created_at, edited_at, deleted_at, slv_id, tdoc_id, type, message
    from comment
    where author_id = ${id}
    order by id`,
  mentions: sql`select comment_id from comment_mention where user_id = ${id} order by comment_id`,
  'dismissed-comments': sql`
    select dismissed_at, comment_id
    from comment_dismissal
    where user_id = ${id}
    order by comment_id`,
  documents: sql`
    select uploaded_at, slv_id, name, type, size
    from document
    where uploaded_by_id = ${id}
    order by id`,
  notifications: sql`
    select created_at, action, title, description, status, mailed_at
    from notification
    where user_id = ${id}
    order by id`,
  'email-choices': sql`
    select kind, frequency, changed_at
    from mail_preference
    where user_id = ${id}
    order by kind`,
  views: sql`
    select created_at, list, name, search, columns, is_shared
    from saved_view
    where user_id = ${id}
    order by id`,
})

/**
 * Data that only staff have. A seller's or reviewer's connection can't read it.
 */
const ofStaff = (id: string): Queries => ({
  'sla-activity': sql`select at, changes from sla_history where actor_id = ${id} order by id`,
  'guideline-activity': sql`
    select at, action, subject
    from guideline_history
    where actor_id = ${id}
    order by id`,
  'records-activity': sql`
    select at, action, loan_number, reason
    from retention_history
    where actor_id = ${id}
    order by id`,
  'decision-authority': sql`
    select authority_level.name as level
    from authority_person
      join authority_level on authority_level.id = level_id
    where user_id = ${id}`,
  'report-schedules': sql`
    select created_at, name, search, cadence, last_sent_at
    from report_schedule
    where user_id = ${id}
    order by id`,
  'single-sign-on': sql`select issuer, subject from oidc_identity where user_id = ${id}`,
  'user-provisioning': sql`select user_name, external_id from scim_user where user_id = ${id}`,
})

/**
 * What the portal stores about the actor, as a ZIP file with one JSON file per
 * kind of data.
 */
export const exportOwnData = (ctx: Ctx): AsyncGenerator<Buffer> =>
  zipped(readFiles(ctx, ctx.actor.id))

/**
 * `exportOwnData` of a person whom the actor manages. Throws 404 for others.
 */
export async function exportPerson(
  ctx: Ctx,
  userId: string,
): Promise<AsyncGenerator<Buffer>> {
  const { id } = await findManagedUser(ctx, userId)
  return zipped(readFiles(ctx, id))
}

async function* readFiles({ db, actor }: Ctx, userId: string) {
  const isStaff = isUnderwriter(actor) || isBdd(actor)
  const queries = {
    ...ofAccount(userId),
    ...ofWork(userId),
    ...(isStaff && ofStaff(userId)),
  }
  for (const [name, query] of Object.entries(queries)) {
    const { rows } = await query.execute(db)
    yield {
      name: `${name}.json`,
      chunks: [Buffer.from(`${JSON.stringify(rows, null, 2)}\n`)],
    }
  }
}
