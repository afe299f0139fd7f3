import type { VersionAnswer } from '@portal/contract/guideline/api'
import {
  findOverlaps,
  listPrograms,
} from '@portal/contract/guideline/check-rules'
import { civil } from '@portal/contract/sla/calendar'
import { sql } from 'kysely'
import { changesBetween } from '../lib/changes.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { badRequest, conflict } from '../lib/errors.ts'
import { lockDraft } from './change-version.ts'
import { getVersion } from './list-versions.ts'
import { hasGuidelines, readRules } from './read-rules.ts'
import { writeGuidelineHistory } from './write-history.ts'

/**
 * Publishes a draft for the programs that it has rules for; the version before
 * it ends there on that day. Throws 400 naming each overlap, or for a day in the
 * past if a program had guidelines before, and 409 for a program with a later
 * version.
 */
export const publishVersion = (
  ctx: Ctx,
  id: string,
  effectiveFrom: string,
  ifMatch?: number,
): Promise<VersionAnswer> =>
  transact(ctx, async (inner) => {
    const { db, now, actor } = inner
    // One publication at a time: two would see the same version before them.
    await sql`select pg_advisory_xact_lock(hashtext('publish guidelines'))`.execute(
      db,
    )
    const draft = await lockDraft(inner, id, ifMatch)
    const rules = await readRules(db, id)
    checkPublishable(rules)
    const programs = listPrograms(rules)
    if (effectiveFrom < civil(now).day) await refusePast(db, programs)
    await refuseLaterVersions(db, programs, effectiveFrom)

    await db
      .updateTable('guidelineVersion')
      .set({
        status: 'PUBLISHED',
        publishedById: actor.id,
        publishedAt: now,
        version: draft.version + 1,
      })
      .where('id', '=', id)
      .execute()
    await putIntoEffect(db, id, programs, effectiveFrom)
    const changes = changesBetween(
      {},
      { effectiveFrom, programs: programs.join(', ') },
    )
    await writeGuidelineHistory(inner, {
      action: 'publish',
      subject: `Version ${draft.number}`,
      changes,
    })
    return getVersion(inner, id)
  })

function checkPublishable(rules: Awaited<ReturnType<typeof readRules>>) {
  if (rules.length === 0)
    throw conflict('A version without rules can’t be published')
  const overlaps = findOverlaps(rules)
  if (overlaps.length > 0)
    throw badRequest(
      overlaps.slice(0, 100).map(([first, second]) => ({
        field: `rules.${second}`,
        error: `Overlaps with rule ${first + 1}: both apply to the same loan`,
      })),
      'Some rules overlap. Change their scopes before publishing.',
    )
}

/**
 * Only the first guidelines of a program may start in the past: nothing was
 * evaluated before, and loans that are locked already need them.
 */
async function refusePast(db: Db, programs: readonly string[]) {
  if (await hasGuidelines(db, programs))
    throw badRequest([
      {
        field: 'effectiveFrom',
        error:
          'A version can’t start in the past. Only the first guidelines of a program can.',
      },
    ])
}

async function refuseLaterVersions(
  db: Db,
  programs: readonly string[],
  effectiveFrom: string,
) {
  const later = await db
    .selectFrom('guidelineEffect')
    .select('programCode')
    .where('programCode', 'in', programs)
    .where(sql<boolean>`lower(effective) >= ${effectiveFrom}::date`)
    .execute()
  if (later.length > 0)
    throw conflict(
      `${later.map(({ programCode }) => programCode).join(', ')}: another version already takes effect on or after this date`,
    )
}

/** Ends the version before it on that day, for each program. */
async function putIntoEffect(
  db: Db,
  versionId: string,
  programs: readonly string[],
  effectiveFrom: string,
) {
  await db
    .updateTable('guidelineEffect')
    .set({
      effective: sql<string>`daterange(lower(effective), ${effectiveFrom}::date)`,
    })
    .where('programCode', 'in', programs)
    .where(sql<boolean>`effective @> ${effectiveFrom}::date`)
    .execute()
  await db
    .insertInto('guidelineEffect')
    .values(
      programs.map((programCode) => ({
        programCode,
        versionId,
        effective: `[${effectiveFrom},)`,
      })),
    )
    .execute()
}
