import type { FactorCatalog } from '@portal/contract/guideline/api'
import type { Factor } from '@portal/contract/guideline/model'
import type { Problem } from '@portal/contract/lib/errors'
import { managesGuidelines } from '@portal/contract/user/policy'
import type { z } from 'zod'
import { changesBetween } from '../lib/changes.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { badRequest, refuseStale } from '../lib/errors.ts'
import { lockActor } from '../user/lock-person.ts'
import { writeGuidelineHistory } from './write-history.ts'

type Catalog = z.infer<typeof FactorCatalog>
type WantedFactor = Omit<z.infer<typeof Factor>, 'id'> & {
  id?: string | undefined
}

/** The compensating factors, in the order of their catalog. */
export const selectFactors = (db: Db) =>
  db
    .selectFrom('guidelineFactor')
    .select([
      'id',
      'label',
      'kind',
      'parameter',
      'threshold',
      'document',
      'qualifiesBy',
    ])
    .orderBy('position')

export async function listFactors({ db }: { db: Db }): Promise<Catalog> {
  const { version } = await db
    .selectFrom('guidelineFactorCatalog')
    .select('version')
    .executeTakeFirstOrThrow()
  return { version, factors: await selectFactors(db).execute() }
}

/**
 * Replaces the catalog. Throws 400 for two factors of the same label, and 412.
 */
export const saveFactors = (
  ctx: Ctx,
  wanted: readonly WantedFactor[],
  ifMatch?: number,
): Promise<Catalog> =>
  transact(ctx, async (inner) => {
    const { db } = inner
    await db
      .selectFrom('guidelineFactorCatalog')
      .select('version')
      .forUpdate()
      .execute()
    await lockActor(inner, managesGuidelines)
    const before = await listFactors(inner)
    refuseStale(before, ifMatch)
    refuseProblems(wanted)
    const byLabel = (factors: readonly WantedFactor[]) =>
      Object.fromEntries(
        factors.map(({ id: _, label, ...rest }) => [label, rest]),
      )
    const [had, has] = [byLabel(before.factors), byLabel(wanted)]
    const changes = changesBetween(had, {
      ...Object.fromEntries(Object.keys(had).map((label) => [label, null])),
      ...has,
    })
    await db.deleteFrom('guidelineFactor').execute()
    if (wanted.length > 0)
      await db
        .insertInto('guidelineFactor')
        .values(wanted.map((factor, position) => ({ ...factor, position })))
        .execute()
    if (changes.length > 0)
      await writeGuidelineHistory(inner, {
        action: 'save-factors',
        subject: 'Compensating factors',
        changes,
      })
    await db
      .updateTable('guidelineFactorCatalog')
      .set({ version: before.version + 1 })
      .execute()
    return listFactors(inner)
  })

function refuseProblems(factors: readonly WantedFactor[]) {
  const labels = factors.map(({ label }) => label)
  const problems: Problem[] = factors.flatMap(
    ({ label, kind, parameter, threshold, document }, index) => {
      const isMeasured = kind === 'MARGIN' || kind === 'FIGURE'
      return [
        ...(labels.indexOf(label) < index
          ? [
              {
                field: `factors.${index}.label`,
                error: 'Another factor already has this name',
              },
            ]
          : []),
        ...(isMeasured && parameter === null
          ? [{ field: `factors.${index}.parameter`, error: 'Required' }]
          : []),
        ...(isMeasured && threshold === null
          ? [{ field: `factors.${index}.threshold`, error: 'Required' }]
          : []),
        ...(kind === 'DOCUMENT' && !document
          ? [{ field: `factors.${index}.document`, error: 'Required' }]
          : []),
      ]
    },
  )
  if (problems.length > 0) throw badRequest(problems)
}
