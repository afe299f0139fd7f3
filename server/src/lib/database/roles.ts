import { type QueryExecutorProvider, sql } from 'kysely'

/** As what the portal works in the database (server/migrations/0013_roles.sql): it owns nothing and can alter no history. */
export const appRole = 'portal_app'
/** As what the requests of sellers and reviewers run: it sees one company. */
export const tenantRole = 'portal_tenant'

export type Role = typeof appRole | typeof tenantRole

/** The address whose sessions begin in this role, whoever logs in, and come back to it when they are reset. */
export function asRole(url: string, role: Role): string {
  const [address = '', query = ''] = url.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.set('options', [parameters.get('options'), `-c role=${role}`].filter(Boolean).join(' '))
  return `${address}?${parameters}`
}

/** Why row-level security would not hold: the login of an owner or a superuser could leave its role. Null if it holds. */
export async function gapInTheWall(db: QueryExecutorProvider): Promise<string | null> {
  const { rows } = await sql<{ login: string; isSuper: boolean; owns: boolean }>`
    select session_user::text as login,
      (select rolsuper from pg_roles where rolname = session_user) as is_super,
      exists (select from pg_class
        where relnamespace = 'public'::regnamespace and pg_has_role(session_user, relowner, 'member')) as owns`.execute(
    db,
  )
  const [found] = rows
  if (!found || !(found.isSuper || found.owns)) return null
  return `${found.login} ${found.isSuper ? 'is a superuser' : 'owns the tables'}`
}
