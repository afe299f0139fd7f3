import { commentTypeLabels } from '@portal/contract/conversation/model'
import { historyTable } from '@portal/contract/history/labels'
import { branded } from '@portal/contract/lib/brand'
import {
  type ReportAudience,
  slvReportFile,
} from '@portal/contract/reporting/model'
import { hasReport } from '@portal/contract/reporting/policy'
import type { SlvDetail } from '@portal/contract/slv/answers'
import {
  codeLabels,
  type FormFieldName,
  formFieldNames,
  formFields,
} from '@portal/contract/slv/form'
import { isDecided, slvStatusLabels } from '@portal/contract/slv/status'
import { isSeller, isUnderwriter } from '@portal/contract/user/policy'
import { sql } from 'kysely'
import { listConversation } from '../../conversation/list.ts'
import { listAllDocuments } from '../../document/list-documents.ts'
import { getRound } from '../../history/round.ts'
import { searchHistory } from '../../history/search.ts'
import { type Ctx, transact } from '../../lib/ctx.ts'
import { AppError } from '../../lib/errors.ts'
import type { FileStore } from '../../lib/files/files.ts'
import { type ZipEntry, zipped } from '../../lib/files/zip.ts'
import { drawCsv } from '../../lib/spreadsheets/draw-csv.ts'
import { viewSlv } from '../../slv/detail.ts'

type Deps = {
  files: FileStore
  brandName: string
  /** Prints the report of the SLV, as the actor or its seller sees it. */
  print: (audience?: ReportAudience) => Promise<Buffer>
}

/** A part of the file by its name; null if it can't be had. */
type Report = { name: string; content: Buffer | null }

/**
 * Everything about an SLV that the actor may see, as a ZIP file. README.txt
 * names what is missing: documents that can't be read, reports that can't be
 * printed. Throws 404 for an SLV that they may not see, 429 if they print too
 * much.
 */
export async function exportSlvFile(
  ctx: Ctx,
  slvId: string,
  { print, ...deps }: Deps,
): Promise<AsyncGenerator<Buffer>> {
  const slv = await viewSlv(ctx, slvId)
  // Printed before anything is sent, so that a refusal is an answer.
  const reports = await printReports(ctx, slv, print)
  return zipped(listEntries(ctx, slv, reports, deps))
}

/** The report as the actor sees it, and for staff also the seller's letter. */
async function printReports(
  { actor }: Ctx,
  slv: SlvDetail,
  print: Deps['print'],
): Promise<Report[]> {
  if (!hasReport(actor.role, slv)) return []
  const own = await unlessUnavailable(print())
  const report = { name: slvReportFile, content: own }
  if (isSeller(actor) || !isDecided(slv.status)) return [report]
  const letter = await unlessUnavailable(print('SELLER'))
  return [report, { name: 'Letter.pdf', content: letter }]
}

async function* listEntries(
  ctx: Ctx,
  slv: SlvDetail,
  reports: readonly Report[],
  { files, brandName }: Omit<Deps, 'print'>,
): AsyncGenerator<ZipEntry> {
  const missing: string[] = []
  for (const { name, content } of reports) {
    if (content) yield { name, chunks: [content] }
    else missing.push(`${name} (not printed)`)
  }
  yield* listRounds(ctx, slv, brandName)
  yield* listComments(ctx, slv.id)
  yield* listHistory(ctx, slv.id)
  yield* listDocumentFiles(ctx, slv.id, files, missing)
  yield textFile('README.txt', describe(ctx, slv, missing))
}

const textFile = (name: string, text: string): ZipEntry => ({
  name,
  chunks: [Buffer.from(text)],
})

const jsonFile = (name: string, content: unknown): ZipEntry =>
  textFile(name, `${JSON.stringify(content, null, 2)}\n`)

const csvFile = (
  name: string,
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): ZipEntry => ({ name, chunks: drawCsv(titles, [rows]) })

/** Each round as JSON, and the fields of all of them side by side. */
async function* listRounds(ctx: Ctx, slv: SlvDetail, brandName: string) {
  const rounds: SlvDetail[] = []
  for (let count = 0; count <= slv.resubmitCount; count++)
    rounds.push(await getRound(ctx, slv.id, count))
  const fields = formFieldNames.map((name) => [
    branded(formFields[name].label, brandName),
    ...rounds.map((round) => valueText(name, round)),
  ])
  const statuses = rounds.map(({ status }) => slvStatusLabels[status])
  const titles = rounds.map((_, index) => `Round ${index + 1}`)
  yield csvFile(
    'request.csv',
    ['Field', ...titles],
    [['Status', ...statuses], ...fields],
  )
  for (const [index, round] of rounds.entries())
    yield jsonFile(`rounds/round-${index + 1}.json`, round)
}

/** The label of a code, 'Yes' or 'No', or the value itself. */
function valueText(name: FormFieldName, round: SlvDetail): string {
  const value = round[name] ?? ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return codeLabels[name]?.[value] ?? String(value)
}

const pageSize = 1000

/** All items of a list, which is read page by page. */
async function readAll<Item>(
  readPage: (paging: { page: number; size: number }) => Promise<{
    items: Item[]
  }>,
): Promise<Item[]> {
  const all: Item[] = []
  for (let page = 1; ; page++) {
    const { items } = await readPage({ page, size: pageSize })
    all.push(...items)
    if (items.length < pageSize) return all
  }
}

async function* listComments(ctx: Ctx, slvId: string) {
  const comments = await readAll((paging) =>
    listConversation(ctx, slvId, { ...paging, type: 'ALL' }),
  )
  yield csvFile(
    'conversation.csv',
    ['Date', 'Author', 'Type', 'Comment'],
    comments
      .toReversed()
      .map(({ createdAt, authorName, type, message }) => [
        createdAt,
        authorName,
        commentTypeLabels[type],
        message,
      ]),
  )
}

async function* listHistory(ctx: Ctx, slvId: string) {
  const newestFirst = await readAll((paging) =>
    searchHistory(ctx, slvId, paging),
  )
  const entries = newestFirst.toReversed()
  yield jsonFile('history.json', entries)
  yield csvFile(
    'history.csv',
    ['Date', 'Person', 'Action', 'From', 'To', 'Round', 'Comment', 'Changes'],
    entries.map((entry) => [
      entry.at,
      entry.actorName,
      historyTable[entry.action].title,
      entry.fromStatus ? slvStatusLabels[entry.fromStatus] : '',
      slvStatusLabels[entry.toStatus],
      String(entry.resubmitCount + 1),
      entry.comment ?? '',
      entry.changes
        .map(({ field, before, after }) => `${field}: ${before} → ${after}`)
        .join('\n'),
    ]),
  )
  if (isUnderwriter(ctx.actor))
    yield jsonFile('history-hashes.json', await readHashes(ctx, slvId))
}

/** The lines of the history as they were hashed, in UTC, in their order. */
const readHashes = (ctx: Ctx, slvId: string) =>
  transact(ctx, async ({ db }) => {
    await sql`set local timezone = 'UTC'`.execute(db)
    const { rows } = await sql<{ position: number; hash: string }>`
      select
        position,
        encode(hash, 'hex') as hash,
        history_content('slv_history', to_jsonb(slv_history)) as content
      from slv_history
      where slv_id = ${slvId}
      order by position`.execute(db)
    return rows
  })

/** Signs that names of files can't have on Windows. */
const notInWindows = /[<>:"|?*]/g

/** The documents of all rounds, and a table of them. */
async function* listDocumentFiles(
  ctx: Ctx,
  slvId: string,
  files: FileStore,
  missing: string[],
): AsyncGenerator<ZipEntry> {
  const { documents, underwriterDocuments = [] } = await listAllDocuments(
    ctx,
    slvId,
  )
  const all = [...documents, ...underwriterDocuments]
  const stored = await findStored(
    ctx,
    all.map(({ id }) => id),
  )
  const rows: string[][] = []
  for (const [index, { id, name, size, ...document }] of all.entries()) {
    const { storageKey = null, sha256 = '' } = stored.get(id) ?? {}
    const number = String(index + 1).padStart(2, '0')
    const path = `documents/${number} ${name.replace(notInWindows, '_')}`
    const chunks = await readStored(files, storageKey)
    if (chunks) yield { name: path, chunks }
    else missing.push(`${path} (the document store did not return it)`)
    rows.push([
      path,
      document.uploadedAt,
      String(document.resubmitCount + 1),
      String(size),
      sha256,
      chunks ? 'yes' : 'no',
    ])
  }
  yield csvFile(
    'documents.csv',
    ['File', 'Uploaded', 'Round', 'Bytes', 'SHA-256', 'Included'],
    rows,
  )
}

async function findStored({ db }: Ctx, ids: readonly string[]) {
  const rows = await db
    .selectFrom('document')
    .select(['id', 'storageKey'])
    .select(sql<string>`coalesce(encode(sha256, 'hex'), '')`.as('sha256'))
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Null for a file that was erased, and for one that the store doesn't have. */
const readStored = async (files: FileStore, storageKey: string | null) =>
  storageKey === null ? null : unlessUnavailable(files.read(storageKey))

async function unlessUnavailable<Part>(part: Promise<Part>) {
  try {
    return await part
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return null
    throw error
  }
}

function describe(
  { actor, now }: Ctx,
  { buyerLoan, id }: SlvDetail,
  missing: readonly string[],
): string {
  const hashes = isUnderwriter(actor)
    ? [
        '',
        'How to check the history: history-hashes.json has each line as it was hashed. Start with no bytes. For each line,',
        'the SHA-256 of the hash before it (32 bytes; none before the first line) and of its content (UTF-8) is its hash.',
        'A line whose borrower data was erased no longer has the content of its hash. `npm run verify-history` checks all lines.',
      ]
    : []
  const gaps = missing.length > 0 ? ['', 'Missing:', ...missing] : []
  const lines = [
    `SLV of loan ${buyerLoan} (${id})`,
    `As ${actor.name} could see it on ${now.toISOString()}`,
    '',
    'SLVReport.pdf: the decision, or the request as it was sent; not in the file of a draft',
    'Letter.pdf: the decision as the seller has it, in the file of staff',
    'request.csv: the request, with a column for each round; rounds/: all of each round, with variances and conditions',
    'conversation.csv: the comments, oldest first',
    'history.csv, history.json: what happened, oldest first. Times are in UTC',
    'documents/, documents.csv: the documents, with their SHA-256',
    ...hashes,
    ...gaps,
  ]
  return lines.map((line) => `${line}\r\n`).join('')
}
