import type { PersonStanding } from '@portal/contract/user/manage-policy'
import { permissionMap } from '../auth/session.ts'
import type { Db } from '../lib/db.ts'
import { people, personColumns } from './columns.ts'

const readPerson = (db: Db, id: string) =>
  people(db).select(personColumns).where('appUser.id', '=', id).executeTakeFirst()

/** A person's row, with what the rules ask for. */
export type PersonRow = NonNullable<Awaited<ReturnType<typeof readPerson>>>
export type KnownPerson = Omit<PersonRow, 'held'> & PersonStanding

/** A person by id, with what the rules know of them; undefined when there is none. */
export async function findFacts(db: Db, id: string): Promise<KnownPerson | undefined> {
  const row = await readPerson(db, id)
  return row && withFacts(row)
}

/** The row as the rules take it. */
export const withFacts = ({ held, ...row }: PersonRow): KnownPerson => ({ ...row, permissions: permissionMap(held) })
