import type { VersionAnswer } from '@portal/contract/guideline/api'
import type { Sender } from '../lib/concurrency/fair-queue.ts'
import { openThreads } from '../lib/concurrency/threads.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import { getExtension } from '../lib/files/file-name.ts'
import { refuse } from '../lib/files/refusal.ts'
import type { Upload } from '../lib/files/upload.ts'
import { lockDraft } from './change-version.ts'
import { readPrograms } from './list-programs.ts'
import { getVersion } from './list-versions.ts'
import { type Order, type RuleRow, refuseCells } from './read-rule-workbook.ts'
import { replaceRules } from './save-rules.ts'

/**
 * Checks that a file is a workbook without anything that runs, and returns its
 * type.
 */
export type CheckFile = (
  upload: Upload,
  sender: Sender,
  signal: AbortSignal,
) => Promise<{ type: string }>

/**
 * Reads workbooks of rules on a worker thread, within limits of time and
 * memory.
 */
export function openRuleReader(check: CheckFile) {
  const threads = openThreads<Order, RuleRow[]>({
    file: new URL('./read-rule-workbook.ts', import.meta.url),
    total: 1,
    perCompany: 1,
    perPerson: 1,
    waitingPerPerson: 5,
    message:
      'Your other workbooks are still being read. Try again when they are done.',
    limitMs: 20_000,
    memoryMb: 256,
  })
  const read = async (
    upload: Upload,
    sender: Sender,
    signal: AbortSignal,
  ): Promise<{ rows: RuleRow[] }> => {
    const { path, name } = upload
    const isWorkbook =
      getExtension(name) === 'xlsx' &&
      (await check(upload, sender, signal)).type === 'XLSX'
    if (!isWorkbook)
      throw refuse(
        name,
        'cannot be imported. Choose an Excel workbook (.xlsx).',
      )
    const overrun = () => refuse(name, 'is too large to read')
    return { rows: await threads.run({ path, name }, overrun, sender, signal) }
  }
  return { read, stop: threads.stop }
}

/**
 * Refuses before the file is received: only a draft is imported into, by
 * someone who may.
 */
export const checkImport = (ctx: Ctx, versionId: string, ifMatch?: number) =>
  transact(ctx, (inner) => lockDraft(inner, versionId, ifMatch))

/**
 * Replaces the rules of a draft by those of a workbook. Throws 400 that names
 * each wrong cell, and saves nothing then.
 */
export const importRules = (
  ctx: Ctx,
  versionId: string,
  { name, rows }: { name: string; rows: readonly RuleRow[] },
  ifMatch?: number,
): Promise<VersionAnswer> =>
  transact(ctx, async (inner) => {
    const version = await lockDraft(inner, versionId, ifMatch)
    const programs = await readPrograms(inner.db)
    const codes = new Set(programs.map(({ code }) => code))
    const problems = rows.flatMap((row) => [
      ...findUnknownProgram(row, codes),
      ...row.problems,
    ])
    if (problems.length > 0) throw refuseCells(name, problems)

    const rules = rows.flatMap(({ rule }) => rule ?? [])
    await replaceRules(inner, version, rules)
    return getVersion(inner, versionId)
  })

/** The problem of a row's program, unless the row already has one there. */
function findUnknownProgram(
  { row, program, problems }: RuleRow,
  codes: ReadonlySet<string>,
): RuleRow['problems'] {
  const field = `A${row}`
  const isReported = problems.some((problem) => problem.field === field)
  if (codes.has(program) || isReported) return []
  return [
    {
      field,
      error: `Program: Unknown program ${program}. Add it in Settings > Guidelines > Programs first.`,
    },
  ]
}
