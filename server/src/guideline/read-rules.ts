import {
  type Parameter,
  parameters,
  type Rule,
} from '@portal/contract/guideline/model'
import { sql } from 'kysely'
import type { Db } from '../lib/database/db.ts'

/** The columns that define a rule. */
export const ruleColumns = [
  'parameter',
  'operator',
  'value',
  'scope',
  'severity',
  'citation',
  'text',
] as const
const columns = [
  'guidelineRule.id',
  'guidelineRule.programCode as program',
  ...ruleColumns,
] as const

export const withUnit = <R extends { parameter: Parameter }>(rule: R) => ({
  ...rule,
  unit: parameters[rule.parameter].unit,
})

/**
 * The rules of a version, in the order of its matrix; none without a version.
 */
export const selectRules = (db: Db, versionId: string | null) =>
  db
    .selectFrom('guidelineRule')
    .select(columns)
    .where('versionId', '=', versionId)
    .orderBy('position')

export const readRules = async (
  db: Db,
  versionId: string | null,
): Promise<Rule[]> => (await selectRules(db, versionId).execute()).map(withUnit)

const inForce = (day: string) =>
  sql<boolean>`guideline_effect.effective @> ${day}::date`

/** The rules in force on a civil day. */
export const selectRulesInForce = (db: Db, day: string) =>
  db
    .selectFrom('guidelineRule')
    .innerJoin('guidelineEffect', (join) =>
      join
        .onRef('guidelineEffect.versionId', '=', 'guidelineRule.versionId')
        .onRef('guidelineEffect.programCode', '=', 'guidelineRule.programCode'),
    )
    .select(columns)
    .where(inForce(day))
    .orderBy('position')

export const readRulesInForce = async (db: Db, day: string): Promise<Rule[]> =>
  (await selectRulesInForce(db, day).execute()).map(withUnit)

/** Whether guidelines were ever published for any of these programs. */
export async function hasGuidelines(
  db: Db,
  programs: readonly string[],
): Promise<boolean> {
  if (programs.length === 0) return false
  const earlier = await db
    .selectFrom('guidelineEffect')
    .select('programCode')
    .where('programCode', 'in', programs)
    .limit(1)
    .executeTakeFirst()
  return earlier !== undefined
}

/** The version of a program in force on a civil day; null if there is none. */
export const versionInForce = async (db: Db, program: string, day: string) =>
  (await selectVersionsInForce(db, day)
    .where('programCode', '=', program)
    .executeTakeFirst()) ?? null

/** The versions in force on a civil day, one for a program. */
export const selectVersionsInForce = (db: Db, day: string) =>
  db
    .selectFrom('guidelineEffect')
    .innerJoin(
      'guidelineVersion',
      'guidelineVersion.id',
      'guidelineEffect.versionId',
    )
    .select([
      'programCode',
      'guidelineVersion.id',
      'number',
      sql<string>`lower(effective)::text`.as('effectiveFrom'),
    ])
    .where(inForce(day))
