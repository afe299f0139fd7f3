import type { EvaluationAnswer } from '@portal/contract/guideline/answers'
import type { GuideAnswer } from '@portal/contract/guideline/api'
import type { Figures } from '@portal/contract/guideline/figures'
import { evaluateWhole } from '@portal/contract/guideline/fit'
import { civil } from '@portal/contract/sla/calendar'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { readActivePrograms } from './list-programs.ts'
import { readRulesInForce, versionInForce } from './read-rules.ts'
import { listFactors } from './save-factors.ts'

/** All that judging a loan on a civil day needs. */
export async function readGuide(db: Db, asOf: string): Promise<GuideAnswer> {
  const programs = await readActivePrograms(db, asOf)
  const rules = await readRulesInForce(db, asOf)
  const { factors } = await listFactors({ db })
  return { asOf, programs, rules, factors }
}

/** Judges figures by a guide. */
export async function judgeFigures(
  db: Db,
  figures: Figures,
  guide: GuideAnswer,
  hasDocuments = false,
): Promise<EvaluationAnswer> {
  const program = guide.programs.find(({ name }) => name === figures.buyerNonAgencyProgram)
  const version = program ? await versionInForce(db, program.code, guide.asOf) : null
  return {
    versionId: version?.id ?? null,
    versionNumber: version?.number ?? null,
    ...evaluateWhole(figures, guide, hasDocuments),
  }
}

/** Judges figures by the version in force on a day, today without one. */
export const evaluateFigures = async (
  { db, now }: Ctx,
  figures: Figures,
  asOf = civil(now).day,
): Promise<EvaluationAnswer> => judgeFigures(db, figures, await readGuide(db, asOf))

/** The rules in force on a day, as the browser needs them to judge a draft. */
export const getGuide = ({ db, now }: Ctx, asOf = civil(now).day): Promise<GuideAnswer> => readGuide(db, asOf)
