import type { Condition } from '@portal/contract/condition/model'
import {
  composeDecisionComment,
  listOpen,
} from '@portal/contract/condition/texts'
import { parameters } from '@portal/contract/guideline/model'
import type { ConsistencyQuery } from '@portal/contract/reporting/consistency'
import {
  applyingParty,
  exceptionColumns,
  exceptionStatus,
  findExceptionKind,
} from '@portal/contract/reporting/exceptions'
import { maxWorkbookRows } from '@portal/contract/reporting/model'
import { civil } from '@portal/contract/sla/calendar'
import { SlvListQuery } from '@portal/contract/slv/list-query'
import type { SlvType } from '@portal/contract/slv/model'
import { type Decision, decisions } from '@portal/contract/slv/status'
import {
  citationText,
  varianceSummary,
} from '@portal/contract/slv-request/distance'
import type { CompensatingFactor } from '@portal/contract/slv-request/model'
import type { Ctx } from '../../lib/ctx.ts'
import { type Cell, sheetTime } from '../../lib/spreadsheets/sheet.ts'
import { readFilter } from '../../slv/list/filter.ts'
import { conditionsJson } from '../../slv/read-conditions.ts'
import { drawList } from './draw-list.ts'
import { describeFilters } from './filters.ts'

type Options = { brandName: string; most?: number }

/**
 * Writes the variances of decided SLVs as a workbook, the earliest request
 * first. Throws 403 as the list does, 400 for too many.
 */
export async function exportExceptions(
  ctx: Ctx,
  query: ConsistencyQuery,
  { brandName, most = maxWorkbookRows }: Options,
): Promise<AsyncGenerator<Buffer>> {
  const { where } = await readFilter(ctx, query)
  const listQuery = { ...SlvListQuery.parse({}), ...query }
  const found = await ctx.db
    .selectFrom('slv')
    .innerJoin('slvRequest', 'slvRequest.slvId', 'slv.id')
    .select('slvRequest.id')
    .where('slv.status', 'in', decisions)
    .where('slv.date', 'is not', null)
    .where(where)
    .orderBy('slv.date')
    .orderBy('slv.id')
    .orderBy('slvRequest.position')
    .orderBy('slvRequest.id')
    .limit(most + 1)
    .execute()
  return drawList(ctx, {
    brandName,
    what: 'Exceptions',
    filters: await describeFilters(ctx, listQuery, brandName),
    heads: exceptionColumns,
    ids: found.map(({ id }) => id),
    most,
    read: (ids) => readExceptions(ctx, ids),
    cellsOf: (rows) =>
      exceptionColumns.map((_, index) =>
        rows.map((row) => toCells(row)[index] ?? null),
      ),
  })
}

type Exception = Awaited<ReturnType<typeof readExceptions>>[number]

/** In the order of the ids, without those whose decision was reopened. */
async function readExceptions({ db }: Ctx, ids: string[]) {
  const rows = await db
    .selectFrom('slvRequest')
    .innerJoin('slv', 'slv.id', 'slvRequest.slvId')
    .leftJoin('slvDecisionRequest as answer', (join) =>
      join
        .onRef('answer.slvId', '=', 'slv.id')
        .onRef('answer.slvRequestId', '=', 'slvRequest.id'),
    )
    .select([
      'slvRequest.id',
      'slvRequest.reason',
      'slvRequest.parameter',
      'slvRequest.operator',
      'slvRequest.guidelineValue',
      'slvRequest.actualValue',
      'slvRequest.unit',
      'slvRequest.citation',
      'slvRequest.versionNumber',
      'slvRequest.currentGuideline',
      'slvRequest.justification',
      'slvRequest.compensatingFactors',
      'slv.date',
      'slv.type',
      'slv.status',
      'slv.decisionDate',
      'slv.decisionComment',
      'answer.comment',
    ])
    .select(conditionsJson)
    .where('slvRequest.id', 'in', ids)
    .where('slv.status', 'in', decisions)
    .$narrowType<{ status: Decision; type: SlvType }>()
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const toDayCell = (at: Date | string | null): Cell =>
  at && sheetTime(civil(new Date(at)).day)

const joinLines = (lines: readonly (string | null | undefined)[]) =>
  lines.filter(Boolean).join('\n')

const factorText = ({ factor, value }: CompensatingFactor) =>
  value ? `${factor}: ${value}` : factor

/** The cells of a variance, in the order of the columns. */
function toCells(row: Exception): Cell[] {
  const conditions = row.status === 'APPROVED' ? row.conditions : []
  const { type, category } = findExceptionKind(row.parameter)
  const openConditions = listOpen(conditions).length
  return [
    row.id,
    toDayCell(row.date),
    type,
    category,
    row.parameter ? parameters[row.parameter].label : row.reason,
    joinLines([varianceSummary(row), row.currentGuideline, citationText(row)]),
    row.justification,
    row.compensatingFactors.map(factorText).join('\n'),
    applyingParty(row.type),
    joinLines([
      row.comment,
      composeDecisionComment(conditions, row.decisionComment),
    ]),
    toDayCell(findClearedAt(row, conditions)),
    exceptionStatus(row.status, openConditions),
  ]
}

/**
 * When an exception was cleared or waived: with its last condition, or with the
 * decision if it has none. Null for a denial, and while a condition is open.
 */
function findClearedAt(
  { status, decisionDate }: Pick<Exception, 'status' | 'decisionDate'>,
  conditions: readonly Condition[],
): Date | string | null {
  if (status === 'DECLINED' || listOpen(conditions).length > 0) return null
  const marked = conditions.flatMap(({ at }) =>
    at ? new Date(at).getTime() : [],
  )
  if (marked.length === 0) return decisionDate
  return new Date(Math.max(...marked))
}
