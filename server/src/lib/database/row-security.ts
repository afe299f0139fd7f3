import { sql } from 'kysely'
import type { Db } from './db.ts'

type Login = { name: string; isSuper: boolean; isOwner: boolean }

/**
 * Why row-level security would not protect the tables, as when the login is an
 * owner or a superuser. Null if it does.
 */
export async function findRowSecurityGap(db: Db): Promise<string | null> {
  const { rows } = await sql<Login>`
    select session_user::text as name,
      (select rolsuper from pg_roles where rolname = session_user) as is_super,
      exists (
        select from pg_class
        where relnamespace = 'public'::regnamespace
          and pg_has_role(session_user, relowner, 'member')
      ) as is_owner`.execute(db)
  const [login] = rows
  if (login?.isSuper) return `${login.name} is a superuser`
  if (login?.isOwner) return `${login.name} owns the tables`
  return null
}
