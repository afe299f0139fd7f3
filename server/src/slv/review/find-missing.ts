import { type SqlBool, sql } from 'kysely'

/**
 * Whether a row of slv_pending_document has no file, answer or outcome yet:
 * `isMissing` of the contract as SQL. `table` is its name or alias.
 */
export const isMissingIn = (table: string) => sql<SqlBool>`(
  ${sql.ref(`${table}.receivedAt`)} is null
  and ${sql.ref(`${table}.answerKind`)} is null
  and ${sql.ref(`${table}.outcome`)} is null
)`

/**
 * Whether a row of slv_pending_document was not sent, if its SLV waits for
 * documents: it is missing, or of the last request, even if the seller has
 * answered it. `listUnsent` of the contract as SQL.
 */
export const isUnsentIn = (table: string) => sql<SqlBool>`(
  ${isMissingIn(table)}
  or (
    ${sql.ref(`${table}.outcome`)} is null
    and ${sql.ref(`${table}.askedAt`)} = (
      select max(other.asked_at)
      from slv_pending_document other
      where other.slv_id = ${sql.ref(`${table}.slvId`)}
        and other.resubmit_count = ${sql.ref(`${table}.resubmitCount`)}
    )
  )
)`

/**
 * Whether all requested documents of an SLV are answered but not sent:
 * `areAnswersUnsent` of the contract as SQL on `slv`.
 */
export const areAnswersUnsent = sql<boolean>`(
  slv.status = 'PENDING_DOCUMENTS'
  and coalesce(
    (
      select bool_and(not ${isMissingIn('asked')})
      from slv_pending_document asked
      where asked.slv_id = slv.id
        and asked.resubmit_count = slv.resubmit_count
        and ${isUnsentIn('asked')}
    ),
    false
  )
)`
