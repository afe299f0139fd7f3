import type {
  CaptureEffect,
  PreviewRow,
} from '@portal/contract/data-capture/model'
import type { TdocFacts } from '@portal/contract/tdoc/policy'
import type { Ctx } from '../lib/ctx.ts'
import type { TdocRow } from '../tdoc/columns.ts'
import { readTdocFacts } from '../tdoc/lock.ts'
import {
  type FoundLoan,
  findChanges,
  findEffect,
  Rejection,
  refuseHidden,
  refuseRepeat,
  toReason,
  whyNotCreated,
} from './find-effect.ts'
import { findByImages, findComments, type KnownTdoc } from './find-known.ts'
import { findNewTdocs } from './find-new-tdocs.ts'
import type { Answer, AnswerLine, CaptureLine } from './read-capture.ts'

type Facts = {
  known: ReadonlyMap<string, KnownTdoc>
  tdocs: ReadonlyMap<string, TdocRow & TdocFacts>
  creatable: ReadonlySet<Answer>
  loans: ReadonlyMap<string, FoundLoan>
  comments: ReadonlySet<string>
}

/**
 * What each row of a file would do now, if new images may create Tdocs. It asks
 * the same rules as `applyRows`, without locks.
 */
export async function evaluateRows(
  ctx: Ctx,
  lines: readonly CaptureLine[],
  loans: ReadonlyMap<string, FoundLoan>,
): Promise<PreviewRow[]> {
  const facts = await readFacts(ctx, lines, loans)
  const applied = new Set<number>()
  const rows: PreviewRow[] = []
  for (const line of lines) {
    const row = await evaluateLine(ctx, facts, line, applied)
    if (row.effect !== 'REJECTED') applied.add(row.rowNumber)
    rows.push(row)
  }
  return rows
}

async function readFacts(
  ctx: Ctx,
  lines: readonly CaptureLine[],
  loans: ReadonlyMap<string, FoundLoan>,
): Promise<Facts> {
  const answers = lines.flatMap((line) =>
    'answer' in line ? [line.answer] : [],
  )
  const known = await findByImages(ctx.db, answers)
  const ids = [...known.values()].map(({ id }) => id)
  const tdocs = await readTdocFacts(ctx.db, ids)
  const comments = await findComments(ctx, [...tdocs.values()])
  const vendorId = ctx.actor.companyId
  const fresh = await findNewTdocs(ctx.db, answers, { vendorId, known, loans })
  const creatable = new Set(fresh.map(({ answer }) => answer))
  return { known, tdocs, creatable, loans, comments }
}

async function evaluateLine(
  ctx: Ctx,
  facts: Facts,
  line: CaptureLine,
  applied: ReadonlySet<number>,
): Promise<PreviewRow> {
  const [buyerLoanNumber = '', imageFileName = ''] = line.cells
  const row = { rowNumber: line.rowNumber, buyerLoanNumber, imageFileName }
  if ('problems' in line)
    return { ...row, effect: 'REJECTED', changes: [], problems: line.problems }
  try {
    return { ...row, ...(await evaluateAnswer(ctx, facts, line, applied)) }
  } catch (error) {
    const problem = { column: null, error: toReason(error) }
    return { ...row, effect: 'REJECTED', changes: [], problems: [problem] }
  }
}

/** Throws a Rejection or a refusal. */
async function evaluateAnswer(
  ctx: Ctx,
  facts: Facts,
  line: AnswerLine,
  applied: ReadonlySet<number>,
): Promise<Pick<PreviewRow, 'effect' | 'changes' | 'problems'>> {
  const { answer } = line
  refuseRepeat(line, applied)
  const known = facts.known.get(answer.imageFileName.toLowerCase())
  if (!known) return evaluateNew(facts, answer)

  const tdoc = facts.tdocs.get(known.id)
  refuseHidden(ctx, true, tdoc)
  const returned: ReadonlySet<string> = new Set()
  const effect = await findEffect(ctx, { ...facts, returned }, answer, tdoc)
  return toResult(effect ? 'UPDATED' : 'UNCHANGED', effect?.changes)
}

const noTdoc = {
  status: 'NEW',
  isReturned: false,
  tprResponse: null,
  tprEstimatedDateOfReview: null,
} as const

function evaluateNew({ creatable, loans }: Facts, answer: Answer) {
  const { tprResponse } = answer
  if (!creatable.has(answer) || tprResponse === undefined) {
    const loan = loans.get(answer.buyerLoanNumber)
    throw new Rejection(whyNotCreated(true, answer, loan))
  }
  return toResult('NEW', findChanges(noTdoc, { ...answer, tprResponse }))
}

const toResult = (
  effect: CaptureEffect,
  changes: PreviewRow['changes'] = [],
) => ({ effect, changes, problems: [] })
