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
import { readActivePrograms, readPrograms } from './list-programs.ts'
import { readCoverages } from './list-variances.ts'
import { readRules, readRulesInForce, versionInForce } from './read-rules.ts'
import { listFactors } from './save-factors.ts'

type Loan = {
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
  kept?: Pick<StoredEvaluation, 'versionId' | 'program'> | null
}

/** All that evaluating a loan on a civil day needs. */
export async function readGuidelines(
  db: Db,
  asOf: string,
  { sellerId, slvId, program, kept }: Loan,
) {
  const programs = kept
    ? await readRoundPrograms(db, kept.program, program)
    : await readActivePrograms(db, asOf, program)
  const rules = kept
    ? await readRules(db, kept.versionId)
    : await readRulesInForce(
        db,
        asOf,
        program === undefined ? undefined : (programs[0]?.code ?? ''),
      )
  const coverages =
    sellerId === null ? [] : await readCoverages(db, sellerId, slvId)
  const { factors } = await listFactors({ db })
  return { asOf, programs, rules, coverages, factors }
}
/**
 * All programs, whether active or not; a program that was renamed since has the
 * name that the round knows it by.
 */
async function readRoundPrograms(
  db: Db,
  code: string | null,
  name: string | null | undefined,
) {
  const programs = await readPrograms(db)
  const isKnown = programs.some((program) => program.name === name)
  return programs.map((program) =>
    !isKnown && name && program.code === code ? { ...program, name } : program,
  )
}
type Guide = Awaited<ReturnType<typeof readGuidelines>>

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
  const guide = await readGuidelines(ctx.db, asOf, {
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
  readGuidelines(ctx.db, asOf, {
    sellerId: getCompanyId(ctx),
    ...(slvId && { slvId }),
  })
