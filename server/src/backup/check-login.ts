import pg from 'pg'
import { openReplication } from '../lib/database/replication.ts'
import { unavailable } from '../lib/errors.ts'

const refused =
  'PostgreSQL refused the backup login. Check BACKUP_DATABASE_URL, its password, the REPLICATION attribute and pg_hba.conf'

/** Wrong password, no line in pg_hba.conf, or no REPLICATION. */
const isRefusal = (error: unknown) =>
  error instanceof pg.DatabaseError && /^(28...|42501)$/.test(error.code ?? '')

/**
 * Runs what only the backup login may do. If PostgreSQL refuses it, throws
 * a sentence that says what to check.
 */
export async function asBackupLogin<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isRefusal(error) ? unavailable(refused, error) : error
  }
}

/**
 * Whether a backup failed only because of its login, which has been corrected
 * since.
 */
export async function isLoginCorrected(
  failure: string | null,
  url: string,
): Promise<boolean> {
  if (failure !== refused) return false
  try {
    const replication = await openReplication(url)
    replication.end()
    return true
  } catch {
    return false
  }
}
