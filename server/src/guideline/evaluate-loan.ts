import type {
  EvaluationAnswer,
  StoredEvaluation,
} from '@portal/contract/guideline/answers'
import type { GuideAnswer } from '@portal/contract/guideline/api'
import type { Figures } from '@portal/contract/guideline/figures'
import { evaluateWithFit } from '@portal/contract/guideline/fit'
import { civil } from '@portal/contract/sla/calendar'
import { isSeller } from '@portal/contract/user/policy'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { type Read, readTogether } from '../lib/database/read-together.ts'
import { selectActivePrograms, selectPrograms } from './list-programs.ts'
import { selectCoverages } from './list-variances.ts'
import {
  selectRules,
  selectRulesInForce,
  selectVersionsInForce,
  withUnit,
} from './read-rules.ts'
import { selectFactors } from './save-factors.ts'

/** What decides which guidelines evaluate a loan. */
export type GuideQuery = {
  /** The civil day. */
  asOf: string
  /** The company whose contract variances count; null for none. */
  sellerId: string | null
  /** What this SLV itself uses of contract variances is left out. */
  slvId?: string
  /** The name of the loan's program. */
  program: string | null | undefined
  /**
   * The version that a sent round keeps (null for none); without it, the one in
   * effect. Another can be published later that day.
   */
  kept?: StoredEvaluation | null
}

/** Reads all that evaluating a loan needs. */
async function readGuidelines(db: Db, query: GuideQuery) {
  return toGuide(query, await readTogether(db, selectGuidelines(db, query)))
}

/** The queries of `readGuidelines`, to be read together with others. */
export const selectGuidelines = (
  db: Db,
  { asOf, sellerId, slvId, kept }: GuideQuery,
) => ({
  programs: kept ? selectPrograms(db) : selectActivePrograms(db, asOf),
  rules: kept ? selectRules(db, kept.versionId) : selectRulesInForce(db, asOf),
  versions: selectVersionsInForce(db, asOf),
  coverages: selectCoverages(db, sellerId, slvId),
  factors: selectFactors(db),
})

/**
 * The guidelines as `selectGuidelines` read them, and the loan's program and
 * version.
 */
export function toGuide(
  { asOf, program, kept }: Pick<GuideQuery, 'asOf' | 'program' | 'kept'>,
  {
    programs: read,
    rules,
    versions,
    coverages,
    factors,
  }: Read<ReturnType<typeof selectGuidelines>>,
) {
  const programs = kept ? renameProgram(read, kept.program, program) : read
  const own = programs.find(({ name }) => name === program)
  const inForce = versions.find(({ programCode }) => programCode === own?.code)
  return {
    guide: { asOf, programs, rules: rules.map(withUnit), coverages, factors },
    version: kept ?? {
      versionId: inForce?.id ?? null,
      versionNumber: inForce?.number ?? null,
      program: own?.code ?? null,
    },
  }
}

/**
 * Gives a program that was renamed since the round was sent the name that the
 * round knows it by.
 */
function renameProgram<Program extends { code: string; name: string }>(
  programs: readonly Program[],
  code: string | null,
  name: string | null | undefined,
): Program[] {
  const isKnown = programs.some((program) => program.name === name)
  return programs.map((program) =>
    !isKnown && name && program.code === code ? { ...program, name } : program,
  )
}

const getCompanyId = ({ actor }: Ctx) =>
  isSeller(actor) ? actor.companyId : null

/** Judges figures by the version in force on a day, today without one. */
export async function evaluateFigures(
  ctx: Ctx,
  figures: Figures,
  asOf = civil(ctx.now).day,
): Promise<EvaluationAnswer> {
  const { guide, version } = await readGuidelines(ctx.db, {
    asOf,
    sellerId: getCompanyId(ctx),
    program: figures.buyerNonAgencyProgram,
  })
  return {
    versionId: version.versionId,
    versionNumber: version.versionNumber,
    currentVersionNumber: null,
    ...evaluateWithFit(figures, guide, []),
    changed: [],
  }
}

/**
 * The rules in force on a day, as the browser needs them to evaluate a draft:
 * today, and no SLV, without one.
 */
export async function getGuide(
  ctx: Ctx,
  asOf = civil(ctx.now).day,
  slvId?: string,
): Promise<GuideAnswer> {
  const { guide } = await readGuidelines(ctx.db, {
    asOf,
    sellerId: getCompanyId(ctx),
    program: null,
    ...(slvId && { slvId }),
  })
  return guide
}
