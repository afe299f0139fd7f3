import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { appRole, tenantRole } from '../database/roles.ts'

/** The password of the application's role, derived from the owner's. */
export const appPassword = (password: string): string => createHmac('sha256', password).update(appRole).digest('hex')

export async function makeDatabase(client: pg.Client, password: string): Promise<void> {
  const { rowCount } = await client.query(`select from pg_database where datname = 'portal'`)
  if (rowCount === 0) await client.query('create database portal')

  const { rows } = await client.query<{ name: string; canLogIn: boolean }>(
    'select rolname as name, rolcanlogin and rolpassword is not null as "canLogIn" from pg_authid where rolname = any($1)',
    [[appRole, tenantRole]],
  )
  const known = new Map(rows.map(({ name, canLogIn }) => [name, canLogIn]))
  if (!known.has(tenantRole)) await client.query(`create role ${tenantRole} nologin`)
  if (known.get(appRole)) return
  const verb = known.has(appRole) ? 'alter' : 'create'
  await client.query(`${verb} role ${appRole} login password '${appPassword(password)}'`)
}
