import {
  decisionTexts,
  erasedFields,
  erasedText,
} from '@portal/contract/retention/model'
import { type NotNull, type RawBuilder, sql } from 'kysely'
import type { Db } from '../lib/database/db.ts'
import { derivedKey } from '../lib/files/files.ts'
import { publish } from '../lib/publish.ts'
import type { RecordKind } from './find-records.ts'

type Eraser = { db: Db; now: Date; actorId: string | null; reason: string }
type Target = { kind: RecordKind; id: string }

/**
 * Erases the borrower data of a closed SLV or Tdoc in the caller's transaction.
 * Returns the keys of its files, which the caller removes after the commit. The
 * database refuses what is open or on hold.
 */
export async function eraseRecord(
  { db, now, actorId, reason }: Eraser,
  { kind, id }: Target,
): Promise<string[]> {
  const names = await findNames(db, { kind, id })
  await sql`
    select
      erase_history(
        ${kind},
        ${id},
        ${actorId},
        ${now},
        ${reason},
        ${erasedFields}::text[],
        ${decisionTexts}::text[],
        ${names}
      )`.execute(db)
  // The database function erases the history and past rounds; the rest follows
  // here.
  const keys =
    kind === 'slv'
      ? await eraseSlv(db, id, { now, actorId, names })
      : await eraseTdoc(db, id)
  await db
    .updateTable('comment')
    .set({ message: erasedText })
    .where(kind === 'slv' ? 'slvId' : 'tdocId', '=', id)
    .execute()
  await db.deleteFrom('notification').where('entityId', '=', id).execute()
  await db.deleteFrom('webhookDelivery').where('subjectId', '=', id).execute()
  // No key is '', but an empty list would be invalid SQL.
  await db
    .deleteFrom('fileScan')
    .where('key', 'in', [...keys, ''])
    .execute()
  publish(db, { kind: kind === 'slv' ? 'SLV' : 'TDOC', id, isInternal: false })
  return keys
}

/** 'Erased', unless the text was empty. */
const erased = (column: string) =>
  sql<string>`case when ${sql.ref(column)} <> '' then ${erasedText} else ${sql.ref(column)} end`

/** The text with 'Erased' for each name (findNames). */
const replaceNames = (column: string, names: string): RawBuilder<string> =>
  names === ''
    ? sql`${sql.ref(column)}`
    : sql`regexp_replace(${sql.ref(column)}, ${names}, ${erasedText}, 'gi')`

type Details = { now: Date; actorId: string | null; names: string }

async function eraseSlv(
  db: Db,
  slvId: string,
  { now, actorId, names }: Details,
): Promise<string[]> {
  await db
    .updateTable('slv')
    .set({
      borrowerLastName: erased('borrowerLastName'),
      subjectPropertyAddress: erased('subjectPropertyAddress'),
      city: erased('city'),
      requestorName: erased('requestorName'),
      singleLoanVarianceRequest: erased('singleLoanVarianceRequest'),
      withdrawReason: erased('withdrawReason'),
      withdrawDeclineReason: erased('withdrawDeclineReason'),
      statusComment: erased('statusComment'),
      zip: null,
      email: null,
      requestorPhoneNumber: null,
      decisionComment: replaceNames('decisionComment', names),
      decisionCommentsInternal: replaceNames('decisionCommentsInternal', names),
      priceReason: replaceNames('priceReason', names),
      currentGuideline: replaceNames('currentGuideline', names),
      ltvOverrideReason: erased('ltvOverrideReason'),
      cltvOverrideReason: erased('cltvOverrideReason'),
      hcltvOverrideReason: erased('hcltvOverrideReason'),
      dtiOverrideReason: erased('dtiOverrideReason'),
      version: sql`version + 1`,
      updatedAt: now,
    })
    .where('id', '=', slvId)
    .execute()
  await eraseVariances(db, slvId, names)
  await db
    .updateTable('slvPendingDocument')
    .set({
      name: erasedText,
      note: erased('note'),
      answerReason: erased('answerReason'),
    })
    .where('slvId', '=', slvId)
    .execute()
  await db
    .updateTable('slvCondition')
    .set({
      text: replaceNames('text', names),
      reason: replaceNames('reason', names),
      message: replaceNames('message', names),
    })
    .where('slvId', '=', slvId)
    .execute()
  return eraseDocuments(db, slvId, { now, actorId })
}

async function eraseVariances(db: Db, slvId: string, names: string) {
  await db
    .updateTable('slvRequest')
    .set({
      justification: erased('justification'),
      currentGuideline: replaceNames('currentGuideline', names),
      compensatingFactors: sql`(
        select
          coalesce(
            jsonb_agg(
              factor || ${JSON.stringify({ value: erasedText })}::jsonb
              order by place
            ),
            '[]'
          )
        from
          jsonb_array_elements(compensating_factors) with ordinality as part (factor, place)
      )`,
    })
    .where('slvId', '=', slvId)
    .execute()
  await db
    .updateTable('slvDecisionRequest')
    .set({
      comment: replaceNames('comment', names),
      currentGuideline: replaceNames('currentGuideline', names),
    })
    .where('slvId', '=', slvId)
    .execute()
}

/** Returns the keys of the files and of their pages. */
async function eraseDocuments(
  db: Db,
  slvId: string,
  { now, actorId }: Omit<Details, 'names'>,
): Promise<string[]> {
  const files = await db
    .selectFrom('document')
    .select(['storageKey', 'pageCount'])
    .where('slvId', '=', slvId)
    .where('storageKey', 'is not', null)
    .$narrowType<{ storageKey: NotNull }>()
    .execute()
  await db
    .updateTable('document')
    .set({
      name: erasedText,
      ldpError: null,
      storageKey: null,
      deletedAt: sql`coalesce(deleted_at, ${now})`,
      deletedById: sql`case when deleted_at is null then ${actorId}::uuid else deleted_by_id end`,
    })
    .where('slvId', '=', slvId)
    .execute()
  return files.flatMap(({ storageKey, pageCount }) => [
    storageKey,
    ...listPageKeys(storageKey, pageCount ?? 0),
  ])
}

const listPageKeys = (key: string, count: number) =>
  Array.from({ length: count }, (_, page) => derivedKey(key, page + 1))

async function eraseTdoc(db: Db, id: string): Promise<string[]> {
  const tdoc = await db
    .selectFrom('tdoc')
    .select('imageKey')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('tdoc')
    .set({
      borrowerLastName: erased('borrowerLastName'),
      // Two Tdocs can't have images of one name.
      imageFileName: sql`${`${erasedText} `} || id`,
      imageKey: null,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()
  return tdoc.imageKey === null ? [] : [tdoc.imageKey]
}

/**
 * The borrower's names and addresses in a record and its history, as a regular
 * expression for whole words; '' if none.
 */
async function findNames(db: Db, { kind, id }: Target): Promise<string> {
  const texts =
    kind === 'slv' ? await readSlvNames(db, id) : await readTdocNames(db, id)
  const names = texts
    .map((text) => trimMarks(text ?? ''))
    .filter((name) => name !== '' && name !== erasedText)
  if (names.length === 0) return ''
  // A longer name first, because the first alternative that matches is taken.
  const alternatives = names
    .sort((a, b) => b.length - a.length)
    .map(escapeForRegex)
  return `\\m(${alternatives.join('|')})\\M`
}

type NameRow = { name: string | null }

async function readTdocNames(db: Db, id: string) {
  const { rows } = await sql<NameRow>`
    select borrower_last_name as name from tdoc where id = ${id}`.execute(db)
  return rows.map(({ name }) => name)
}

/** From the SLV itself, its past rounds and its history. */
async function readSlvNames(db: Db, id: string) {
  const fields = sql.join(['borrowerLastName', 'subjectPropertyAddress'])
  const { rows } = await sql<NameRow>`
    select unnest(array[borrower_last_name, subject_property_address]) as name
    from slv where id = ${id}
    union
    select part.value from slv_round, jsonb_each_text(snapshot) as part
    where slv_id = ${id} and part.key in (${fields})
    union
    select part.value from slv_history, jsonb_array_elements(changes) as change,
      lateral (values (change ->> 'before'), (change ->> 'after')) as part (value)
    where slv_id = ${id} and change ->> 'field' in (${fields})`.execute(db)
  return rows.map(({ name }) => name)
}

const escapeForRegex = (text: string) =>
  text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')

/** The text from its first to its last letter or digit. */
function trimMarks(text: string): string {
  const matches = [...text.matchAll(/[\p{L}\p{N}]/gu)]
  const first = matches.at(0)
  const last = matches.at(-1)
  if (!first || !last) return ''
  return text.slice(first.index, last.index + last[0].length)
}
