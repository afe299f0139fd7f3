import type { LibraryCondition } from '@portal/contract/condition/model'
import { civil, dayMs } from '@portal/contract/sla/calendar'
import {
  answerCondition,
  updateCondition,
} from '../condition/change-conditions.ts'
import type { Ctx } from '../lib/ctx.ts'
import { viewSlv } from '../slv/detail.ts'
import * as texts from './texts.ts'

/** Two weeks after the decision. */
export const dueOn = (decidedAt: Date) =>
  civil(new Date(decidedAt.getTime() + 14 * dayMs)).day

/** The first one is due on a day. */
export const toConditions = (
  rows: readonly Omit<LibraryCondition, 'id'>[],
  firstDay: string,
) =>
  rows.map(({ text, timing }, index) => ({
    text,
    timing,
    dueOn: index === 0 ? firstDay : null,
    libraryId: null,
  }))

/**
 * Of every four approvals, two have a condition met, one of them another one
 * waived, and one an answer that waits for the underwriter.
 */
export async function clearConditions({
  underwriter,
  seller,
  id,
}: {
  underwriter: Ctx
  seller: Ctx
  id: string
}) {
  const { conditions = [], buyerLoan } = await viewSlv(underwriter, id)
  const [first, second] = conditions
  const kind = Number(buyerLoan) % 4
  if (!first || !second || Number.isNaN(kind)) return
  const place = { id, conditionId: first.id }
  if (kind === 0)
    await answerCondition(seller, place, { message: texts.conditionAnswer })
  if (kind === 1 || kind === 2)
    await updateCondition(underwriter, place, { status: 'MET' })
  if (kind === 2)
    await updateCondition(
      underwriter,
      { id, conditionId: second.id },
      { status: 'WAIVED', reason: texts.waiverReason },
    )
}
