import {
  allErased,
  noSuchLoan,
  onHold,
  severalLoans,
  stillOpen,
} from '@portal/contract/retention/messages'
import type {
  ErasurePreview,
  LoanRecord,
} from '@portal/contract/retention/model'
import { closedStatuses } from '@portal/contract/slv/status'
import { sql } from 'kysely'
import type { Db } from '../lib/database/db.ts'
import { listLiterals } from '../lib/database/literals.ts'

export type RecordKind = LoanRecord['kind']

const closed = listLiterals(closedStatuses)

/**
 * SLVs and Tdocs with what an erasure depends on. `changedAt` is their last
 * change or comment; a record that changed after its erasure counts as not
 * erased.
 */
export const facts = sql`(
  select
    'slv' as kind,
    slv.id,
    slv.status,
    buyer_loan,
    seller_loan,
    company_id,
    company.name as company_name,
    coalesce(decision_date, updated_at) as closed_at,
    erased_at,
    status in (${closed})
    and resubmission is null as is_closed,
    ('slv', slv.id) in (
      select kind, id
      from held_records()
    ) as is_on_hold,
    greatest(
      updated_at,
      (
        select max(greatest(c.created_at, c.edited_at))
        from comment c
        where c.slv_id = slv.id
      )
    ) as changed_at
  from slv
    join company on company.id = slv.company_id
  union all
  select
    'tdoc',
    tdoc.id,
    tdoc.status,
    buyer_loan_number,
    null,
    company.id,
    tdoc.seller_name,
    completed_date,
    erased_at,
    tdoc.status = 'COMPLETE',
    ('tdoc', tdoc.id) in (
      select kind, id
      from held_records()
    ),
    greatest(
      completed_date,
      (
        select max(at)
        from tdoc_history h
        where h.tdoc_id = tdoc.id
      ),
      (
        select max(greatest(c.created_at, c.edited_at))
        from comment c
        where c.tdoc_id = tdoc.id
      )
    )
  from tdoc
    left join company on company.corr_id = tdoc.corr_id
)`

type Row = {
  kind: RecordKind
  id: string
  status: string
  buyerLoan: string | null
  sellerLoan: string | null
  companyId: string | null
  companyName: string | null
  closedAt: Date | null
  erasedAt: Date | null
  isClosed: boolean
  isOnHold: boolean
  isErased: boolean
}

type FoundRecord = LoanRecord & { isErased: boolean; companyId: string | null }

/**
 * The SLVs and Tdocs of a loan, by the buyer's or the seller's number. They are
 * of several loans if the buyer has no loan with this number, and sellers have
 * more than one.
 */
export async function findRecords(
  db: Db,
  loanNumber: string,
): Promise<FoundRecord[]> {
  const { rows } = await sql<Row>`
    select
      kind,
      id,
      status,
      buyer_loan,
      seller_loan,
      company_id,
      company_name,
      case
        when is_closed then closed_at
      end as closed_at,
      erased_at,
      is_closed,
      is_on_hold,
      coalesce(changed_at <= erased_at, false) as is_erased
    from ${facts} as record
    where (kind, id) in (
      select kind, id
      from loan_records(array[${loanNumber}])
    )
    order by kind, id`.execute(db)
  const records = rows.map(toRecord)
  return groupByLoan(records).get(loanNumber) ?? records
}

const toRecord = ({
  isClosed,
  isOnHold,
  closedAt,
  erasedAt,
  ...row
}: Row): FoundRecord => ({
  ...row,
  closedAt: closedAt?.toISOString() ?? null,
  erasedAt: erasedAt?.toISOString() ?? null,
  refusal: recordRefusal(isOnHold, isClosed),
})

function recordRefusal(isOnHold: boolean, isClosed: boolean) {
  if (isOnHold) return onHold
  return isClosed ? null : stillOpen
}

/**
 * By the buyer's number; without one, by that of an SLV with the same seller's
 * number.
 */
function groupByLoan(
  records: readonly FoundRecord[],
): Map<string, FoundRecord[]> {
  const buyerLoans = new Map<string, string>()
  for (const record of records)
    if (record.buyerLoan !== null)
      buyerLoans.set(sellersNumber(record), record.buyerLoan)
  return Map.groupBy(records, (record) => {
    const number = sellersNumber(record)
    return record.buyerLoan ?? buyerLoans.get(number) ?? number
  })
}

const sellersNumber = ({ companyId, sellerLoan }: FoundRecord) =>
  `${companyId} ${sellerLoan}`

/**
 * The records, how many of their rows would be erased, and why they can't be.
 */
export async function previewErasure(
  db: Db,
  loanNumber: string,
): Promise<ErasurePreview> {
  const found = await findRecords(db, loanNumber)
  const erasable = found.filter(({ isErased }) => !isErased)
  const counts = await countRows(
    db,
    erasable.map(({ id }) => id),
  )
  const records = found.map(
    ({ isErased: _, companyId: __, ...record }) => record,
  )
  return { records, counts, refusal: refusalOf(found) }
}

/** The rows that belong to these SLVs and Tdocs. */
async function countRows(
  db: Db,
  ids: readonly string[],
): Promise<ErasurePreview['counts']> {
  const isReadable = (column: string) =>
    sql`${sql.ref(column)} = any(${ids}::uuid[])`
  const { rows } = await sql<ErasurePreview['counts']>`
    select
      (select count(*) from document where ${isReadable('slv_id')} and storage_key is not null)::int
        + (select count(*) from tdoc where ${isReadable('id')} and image_key is not null)::int as documents,
      (select count(*) from comment where ${isReadable('slv_id')} or ${isReadable('tdoc_id')})::int as comments,
      (select count(*) from slv_round where ${isReadable('slv_id')})::int as rounds,
      (select count(*) from slv_history where ${isReadable('slv_id')})::int
        + (select count(*) from tdoc_history where ${isReadable('tdoc_id')})::int as entries,
      (select count(*) from notification where ${isReadable('entity_id')})::int as notifications`.execute(
    db,
  )
  return rows[0] ?? noRows
}

const noRows: ErasurePreview['counts'] = {
  documents: 0,
  comments: 0,
  rounds: 0,
  entries: 0,
  notifications: 0,
}

const refusalOf = (found: readonly FoundRecord[]): string | null => {
  if (found.length === 0) return noSuchLoan
  if (groupByLoan(found).size > 1) return severalLoans
  if (found.every(({ isErased }) => isErased)) return allErased
  return found.find(({ refusal }) => refusal)?.refusal ?? null
}
