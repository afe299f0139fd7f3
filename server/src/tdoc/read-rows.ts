import type {
  CategoryStatus,
  CategoryType,
} from '@portal/contract/review-category/model'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { sql } from 'kysely'
import type { Db } from '../lib/database/db.ts'
import { tdocColumns } from './columns.ts'

const name = (column: string) =>
  sql<
    string | null
  >`(select name from app_user where id = ${sql.ref(`tdoc.${column}`)})`

/**
 * Tdocs with their names and categories, in the order of the ids; unknown ids
 * are left out. Checks no rights.
 */
export const readTdocs = (db: Db, ids: readonly string[]) =>
  db
    // Subqueries instead of joins: planning many joins takes longer than
    // running them.
    .selectFrom(
      sql<{
        id: string
        place: number
      }>`unnest(${ids}::uuid[]) with ordinality`.as<'page'>(
        sql`page(id, place)`,
      ),
    )
    .innerJoin('tdoc', 'tdoc.id', 'page.id')
    .select(tdocColumns)
    .select([
      name('assigned_underwriter_id').as('assignedUnderwriterName'),
      name('review_underwriter_id').as('reviewUnderwriterName'),
      name('completed_by_id').as('completedBy'),
      name('created_by_id').as('createdBy'),
      sql<
        string | null
      >`(select name from company where id = tdoc.vendor_id)`.as('vendorName'),
      sql<
        string | null
      >`(select image_file_name from tdoc o where o.id = tdoc.original_tdoc_id)`.as(
        'originalImageFileName',
      ),
      // An escalation shows the image of its original.
      sql<boolean>`coalesce(
        tdoc.image_key,
        (
          select image_key
          from tdoc o
          where o.id = tdoc.original_tdoc_id
        )
      ) is not null`.as('hasImage'),
      sql<Tdoc['escalations']>`coalesce((
        select json_agg(json_build_object('id', e.id, 'status', e.status) order by e.id)
        from tdoc e where e.original_tdoc_id = tdoc.id), '[]')`.as(
        'escalations',
      ),
      sql<
        { id: string; type: CategoryType; status: CategoryStatus }[]
      >`coalesce(
        (
          select
            json_agg(
              json_build_object('id', c.id, 'type', c.type, 'status', c.status)
              order by c.id
            )
          from review_category c
          where c.tdoc_id = tdoc.id
        ),
        '[]'
      )`.as('categories'),
    ])
    .orderBy('page.place')
    .execute()

export type TdocRecord = Awaited<ReturnType<typeof readTdocs>>[number]
