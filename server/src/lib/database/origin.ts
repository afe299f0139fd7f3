import { sql } from 'kysely'

/**
 * The cluster, database and timeline; different after a restore or a promotion.
 */
export const origin = sql<string>`concat_ws('.', (select system_identifier from pg_control_system()),
  (select oid from pg_database where datname = current_database()),
  case when pg_is_in_recovery() then 'follows ' || (select timeline_id from pg_control_checkpoint())
    else left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end)`

/**
 * The oldest running transaction: anything that a query doesn't see was written
 * by it or a later one.
 */
export const oldestRunning = sql<string>`pg_snapshot_xmin(pg_current_snapshot())::text`
