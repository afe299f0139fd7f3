import type { Change } from '@portal/contract/history/model'
import { normalizeForSearch } from '@portal/contract/lib/normalize-for-search'
import { joinSentences } from '@portal/contract/lib/sentences'
import type { Loan } from '@portal/contract/loan/model'
import type {
  ImportedField,
  ImportedLoan,
} from '@portal/contract/slv/import-api'
import { changesBetween } from '../../lib/changes.ts'
import { type Ctx, transact } from '../../lib/ctx.ts'
import { AppError, refusalOf } from '../../lib/errors.ts'
import type { LoanDock } from '../../lib/integrations/loan-dock.ts'
import { checkLoan, mayViewLoan } from '../../loan/look-up.ts'
import { findOrOpenDraft } from '../rounds/open-draft.ts'
import { saveSlv } from '../rounds/save-slv.ts'
import type { LoanRow } from './read-loan-rows.ts'
import type { MismoLoan } from './read-mismo-loan.ts'
import type { ReadLoan, ReadValue } from './read-value.ts'

type Imported = Omit<ImportedLoan, 'rowNumber'>

/** Finds or opens a loan's draft, and fills it in if it is the actor's. */
export const importLoan = (
  ctx: Ctx,
  loan: Loan,
  { values, unused }: ReadLoan,
): Promise<Imported> =>
  transact(ctx, async (inner) => {
    const { slv, isNew } = await findOrOpenDraft(inner, loan)
    const imported = { loanNumber: loan.loanNumber, slvId: slv.id }
    const leave = (reason: string): Imported => ({
      ...imported,
      outcome: 'UNCHANGED',
      reason,
      fields: [],
    })
    if (slv.status !== 'DRAFT')
      return leave('The request for this loan was already sent')
    if (slv.sellerId !== ctx.actor.id)
      return leave('A colleague already has a draft for this loan')

    const compared = values.map((value) => {
      const current = slv[value.field]
      return { ...value, current, kept: whyKept(value, current) }
    })
    const used = compared.filter(
      ({ kept, value }) => kept === null && value !== '',
    )
    const patch = Object.fromEntries(
      used.map(({ field, value }) => [field, value]),
    )
    const changes = changesBetween(slv, patch)
    if (changes.length > 0) await saveSlv(inner, slv.id, patch)
    const fields = compared.map((value) => describeField(value, changes))
    const outcomeOfKnown = changes.length > 0 ? 'UPDATED' : 'UNCHANGED'
    return {
      ...imported,
      outcome: isNew ? 'CREATED' : outcomeOfKnown,
      reason: null,
      fields: [...fields, ...unused],
    }
  })

type Kept = 'SAME_MEANING' | 'SAYS_MORE' | null

/** Why a value of the draft stays; null if the file's value replaces it. */
function whyKept(read: ReadValue, current: unknown): Kept {
  if (read.keeps.includes(String(current))) return 'SAME_MEANING'
  return read.keepsMore && saysMore(current, read.value) ? 'SAYS_MORE' : null
}

/**
 * A figure is more complete than a zero, which is often a placeholder; a text,
 * than its own beginning.
 */
function saysMore(current: unknown, value: ReadValue['value']): boolean {
  if (value === 0) return typeof current === 'number' && current !== 0
  if (typeof value !== 'string' || value === '' || typeof current !== 'string')
    return false
  const text = normalizeForSearch(value)
  const currentText = normalizeForSearch(current)
  return currentText.length > text.length && currentText.startsWith(text)
}

/**
 * The result for a value. An ambiguous one, such as a condominium, doesn't fill
 * the field.
 */
function describeField(
  {
    source,
    field,
    value,
    note,
    keeps,
    kept,
    current,
  }: ReadValue & { kept: Kept; current: unknown },
  changes: readonly Change[],
): ImportedField {
  const change = changes.find((one) => one.field === field)
  const described = {
    source,
    field,
    value: value === '' ? null : value,
    previous: null,
    reason: note,
  }
  if (change)
    return { ...described, outcome: 'FILLED', previous: change.before }
  if (kept === 'SAME_MEANING')
    return { ...described, outcome: 'SAME', value: String(current) }
  if (kept === 'SAYS_MORE')
    return {
      ...described,
      outcome: 'NOT_USED',
      reason: 'The draft’s value says more and was kept',
    }
  if (value === '')
    return {
      ...described,
      outcome: 'INVALID',
      reason: `The file doesn’t say which: choose ${keeps.join(' or ')}`,
    }
  return { ...described, outcome: 'SAME' }
}

/**
 * The loan of the first of a file's numbers that LoanDock has. Throws 502 if
 * LoanDock fails.
 */
export async function findMismoLoan(
  loanDock: LoanDock,
  { numbers }: MismoLoan,
): Promise<Loan | null> {
  for (const number of numbers) {
    const loan = await loanDock.findLoan(number)
    if (loan) return loan
  }
  return null
}

/**
 * Fills in the draft for the loan in a MISMO file. Throws what opening a draft
 * throws.
 */
export async function importMismo(
  ctx: Ctx,
  read: MismoLoan,
  loan: Loan | null,
): Promise<ImportedLoan> {
  // One refusal for both, so that it doesn't reveal which loans other companies
  // have.
  if (!loan || !(await mayViewLoan(ctx, loan)))
    throw new AppError(
      'not_found',
      `Your company has no loan ${read.numbers.join(' or ')} in LoanDock`,
    )
  return { rowNumber: null, ...(await importLoan(ctx, loan, read)) }
}

/**
 * A row with its loan: null if LoanDock doesn't have it, or why the lookup
 * failed.
 */
type LookedUpRow = LoanRow & { loan: Loan | null | { problem: string } }

const isInvalid = ({ outcome }: ImportedField) => outcome === 'INVALID'

const callsAtOnce = 8
/**
 * Rows whose lookup hasn't finished by then are rejected; importing the file
 * again continues.
 */
const lookUpMs = 20_000

/** Looks up the loans of rows without a problem so far. */
export async function lookUpRows(
  loanDock: LoanDock,
  rows: readonly LoanRow[],
  signal: AbortSignal,
) {
  const startedAt = performance.now()
  const find = async ({
    loanNumber,
    problem,
    unused,
  }: LoanRow): Promise<LookedUpRow['loan']> => {
    if (problem !== null || unused.some(isInvalid)) return null
    signal.throwIfAborted()
    if (performance.now() - startedAt > lookUpMs)
      return { problem: 'LoanDock took too long. Import the file again.' }
    return loanDock.findLoan(loanNumber).catch((error) => {
      const refusal = refusalOf(error)
      if (refusal?.code !== 'loan_dock_failed') throw error
      return {
        problem: joinSentences([
          refusal.message,
          'Import the file again later.',
        ]),
      }
    })
  }
  const found: LookedUpRow[] = []
  const left = rows.entries()
  const worker = async () => {
    for (const [index, row] of left)
      found[index] = { ...row, loan: await find(row) }
  }
  await Promise.all(Array.from({ length: callsAtOnce }, worker))
  return found
}

/**
 * Fills in each row's draft in its own transaction, so that a bad row doesn't
 * stop the others.
 */
export async function importRows(
  ctx: Ctx,
  rows: readonly LookedUpRow[],
): Promise<ImportedLoan[]> {
  const firstRow = new Map<string, number>()
  const imported: ImportedLoan[] = []
  for (const row of rows)
    imported.push({
      rowNumber: row.rowNumber,
      ...(await importRow(ctx, row, firstRow)),
    })
  return imported
}

async function importRow(
  ctx: Ctx,
  row: LookedUpRow,
  firstRow: Map<string, number>,
): Promise<Imported> {
  const { rowNumber, loan, problem } = row
  const invalidCells = row.unused.filter(isInvalid)
  const reject = (reason: string): Imported => ({
    loanNumber: row.loanNumber.slice(0, 40) || null,
    slvId: null,
    reason,
    outcome: 'REJECTED',
    fields: invalidCells,
  })
  if (problem !== null) return reject(problem)
  if (invalidCells.length > 0)
    return reject(
      invalidCells.length === 1
        ? 'One cell is invalid'
        : `${invalidCells.length} cells are invalid`,
    )
  if (loan && 'problem' in loan) return reject(loan.problem)
  try {
    // First, so that rows about another company's loan don't reveal that it
    // exists.
    const own = await checkLoan(ctx, loan)
    const earlier = firstRow.get(own.loanNumber)
    if (earlier !== undefined)
      return reject(`Row ${earlier} has the same loan number`)
    firstRow.set(own.loanNumber, rowNumber)
    return await importLoan(ctx, own, row)
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    return reject(refusal.message)
  }
}
