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
  versionInForce,
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
  /** Reads only what this program needs. */
  program?: string | null
  /**
   * The version that a sent round keeps (null for none); without it, the one in
   * effect. Another can be published later that day.
   */
  kept?: StoredEvaluation | null
}

/** Reads all that evaluating a loan needs. */
export async function readGuidelines(db: Db, query: GuideQuery) {
  return toGuide(query, await readTogether(db, selectGuidelines(db, query)))
}

/** The queries of `readGuidelines`, to be read together with others. */
export const selectGuidelines = (
  db: Db,
  { asOf, sellerId, slvId, program, kept }: GuideQuery,
) => ({
  programs: kept ? selectPrograms(db) : selectActivePrograms(db, asOf, program),
  rules: kept
    ? selectRules(db, kept.versionId)
    : selectRulesInForce(db, asOf, program),
  coverages: selectCoverages(db, sellerId, slvId),
  factors: selectFactors(db),
})

/** The guidelines as `selectGuidelines` read them. */
export const toGuide = (
  { asOf, program, kept }: Pick<GuideQuery, 'asOf' | 'program' | 'kept'>,
  {
    programs,
    rules,
    coverages,
    factors,
  }: Read<ReturnType<typeof selectGuidelines>>,
) => ({
  asOf,
  programs: kept ? renameProgram(programs, kept.program, program) : programs,
  rules: rules.map(withUnit),
  coverages,
  factors,
})

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

export type Guide = ReturnType<typeof toGuide>

/** The program of a loan, and the version in force for it. */
export async function versionFor(
  db: Db,
  { buyerNonAgencyProgram }: Figures,
  { programs, asOf }: Guide,
) {
  const program = programs.find(({ name }) => name === buyerNonAgencyProgram)
  const version = program ? await versionInForce(db, program.code, asOf) : null
  return {
    versionId: version?.id ?? null,
    versionNumber: version?.number ?? null,
    program: program?.code ?? null,
  }
}

const getCompanyId = ({ actor }: Ctx) =>
  isSeller(actor) ? actor.companyId : null

/** Judges figures by the version in force on a day, today without one. */
export async function evaluateFigures(
  ctx: Ctx,
  figures: Figures,
  asOf = civil(ctx.now).day,
): Promise<EvaluationAnswer> {
  const guide = await readGuidelines(ctx.db, {
    asOf,
    sellerId: getCompanyId(ctx),
  })
  const { program, ...version } = await versionFor(ctx.db, figures, guide)
  return {
    ...version,
    currentVersionNumber: null,
    ...evaluateWithFit(figures, guide, []),
    changed: [],
  }
}

/**
 * The rules in force on a day, as the browser needs them to evaluate a draft:
 * today, and no SLV, without one.
 */
export const getGuide = (
  ctx: Ctx,
  asOf = civil(ctx.now).day,
  slvId?: string,
): Promise<GuideAnswer> =>
  readGuidelines(ctx.db, {
    asOf,
    sellerId: getCompanyId(ctx),
    ...(slvId && { slvId }),
  })
