import type { EvaluationAnswer } from '@portal/contract/guideline/answers'
import type { GuideAnswer } from '@portal/contract/guideline/api'
import type { Figures } from '@portal/contract/guideline/figures'
import { evaluateWhole } from '@portal/contract/guideline/fit'
import { civil } from '@portal/contract/sla/calendar'
import { isSeller } from '@portal/contract/user/policy'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { readActivePrograms } from './list-programs.ts'
import { readCoverages } from './list-variances.ts'
import { readRulesInForce, versionInForce } from './read-rules.ts'
import { listFactors } from './save-factors.ts'

export type Guide = Awaited<ReturnType<typeof readGuide>>

/** All that judging a loan of a seller on a civil day needs. What `slvId` itself uses of contract variances is left out. */
export async function readGuide(db: Db, asOf: string, sellerId: string | null, slvId?: string) {
  const programs = await readActivePrograms(db, asOf)
  const rules = await readRulesInForce(db, asOf)
  const coverages = sellerId === null ? [] : await readCoverages(db, sellerId, slvId)
  const { factors } = await listFactors({ db })
  return { asOf, programs, rules, coverages, factors }
}

/** Judges figures by a guide. */
export async function judgeFigures(
  db: Db,
  figures: Figures,
  guide: Guide,
  hasDocuments = false,
): Promise<EvaluationAnswer> {
  const program = guide.programs.find(({ name }) => name === figures.buyerNonAgencyProgram)
  const version = program ? await versionInForce(db, program.code, guide.asOf) : null
  return {
    versionId: version?.id ?? null,
    versionNumber: version?.number ?? null,
    ...evaluateWhole(figures, guide, hasDocuments),
    changed: [],
  }
}

/** Judges figures by the version in force on a day, today without one. */
export const evaluateFigures = async (
  { db, actor, now }: Ctx,
  figures: Figures,
  asOf = civil(now).day,
): Promise<EvaluationAnswer> =>
  judgeFigures(db, figures, await readGuide(db, asOf, isSeller(actor) ? actor.companyId : null))

/** The rules in force on a day, as the browser needs them to judge a draft. */
export async function getGuide(
  { db, actor, now }: Ctx,
  asOf = civil(now).day,
  sellerId?: string,
): Promise<GuideAnswer> {
  const company = isSeller(actor) ? actor.companyId : (sellerId ?? null)
  return readGuide(db, asOf, company)
}
