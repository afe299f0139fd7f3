import type { VersionAnswer } from '@portal/contract/guideline/api'
import type { VersionStatus } from '@portal/contract/guideline/model'
import { managesGuidelines } from '@portal/contract/user/policy'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'

/**
 * Versions that the actor may read: drafts only for those who manage
 * guidelines.
 */
const visibleVersions = ({ db, actor }: Ctx) =>
  db
    .selectFrom('guidelineVersion')
    .leftJoin(
      'appUser as publisher',
      'publisher.id',
      'guidelineVersion.publishedById',
    )
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('guidelineEffect')
          .select([
            'versionId',
            sql<string>`min(lower(effective))::text`.as('effectiveFrom'),
          ])
          // Open while one of its programs has no later version.
          .select(
            sql<string | null>`
              case
                when bool_or(upper_inf(effective)) then null
                else max(upper(effective))::text
              end`.as('effectiveTo'),
          )
          .groupBy('versionId')
          .as('effect'),
      (join) => join.onRef('effect.versionId', '=', 'guidelineVersion.id'),
    )
    .select([
      'guidelineVersion.id',
      'guidelineVersion.number',
      'guidelineVersion.title',
      'guidelineVersion.note',
      'guidelineVersion.status',
      'guidelineVersion.version',
      'guidelineVersion.publishedAt',
      'publisher.name as publishedByName',
      'effect.effectiveFrom',
      'effect.effectiveTo',
      sql<number>`(select count(*) from guideline_rule where version_id = guideline_version.id)`.as(
        'rules',
      ),
    ])
    .$if(!managesGuidelines(actor), (versions) =>
      versions.where('guidelineVersion.status', '<>', 'DRAFT'),
    )

const present = ({
  publishedAt,
  ...version
}: Omit<VersionAnswer, 'publishedAt'> & {
  publishedAt: Date | null
}): VersionAnswer => ({
  ...version,
  publishedAt: publishedAt?.toISOString() ?? null,
})

/** Versions, newest first. */
export async function listVersions(
  ctx: Ctx,
  { status }: { status?: VersionStatus | undefined },
) {
  const versions = await visibleVersions(ctx)
    .$if(status !== undefined, (all) =>
      all.where('guidelineVersion.status', '=', status ?? 'DRAFT'),
    )
    .orderBy('number', 'desc')
    .execute()
  return { items: versions.map(present) }
}

export async function getVersion(ctx: Ctx, id: string): Promise<VersionAnswer> {
  const version = await visibleVersions(ctx)
    .where('guidelineVersion.id', '=', id)
    .executeTakeFirst()
  if (!version) throw notFound('Version')
  return present(version)
}
