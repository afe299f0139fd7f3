import { daysOn, hasSla, slaStatus, slvTarget } from '@portal/contract/slv/clocks'
import { SlvRow } from '@portal/contract/slv/row'
import { type SlvStatus, slvStatuses, statusFor } from '@portal/contract/slv/status'
import { visibleFields } from '@portal/contract/slv/visible-fields'
import { type Role, roles } from '@portal/contract/user/model'
import type { Selectable } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { DB } from '../lib/db-types.ts'
import { toBeChecked } from '../lib/to-be-checked.ts'

type Slv = Selectable<DB['slv']>

/** A row as list.ts reads it. What sellers may not see is not even read for them. */
export type StoredRow = Pick<
  Slv,
  | 'id'
  | 'version'
  | 'status'
  | 'type'
  | 'date'
  | 'buyerLoan'
  | 'sellerLoan'
  | 'borrowerLastName'
  | 'buyerNonAgencyProgram'
  | 'buyerNonAgencyProductName'
  | 'loanAmount'
  | 'ltv'
  | 'creditScore'
  | 'dtiDscr'
  | 'underwriterId'
  | 'updatedAt'
  | 'buyerDays'
  | 'clockParty'
  | 'clockSince'
> &
  Partial<Pick<Slv, 'roundDays' | 'resubmitCount'>> & {
    statusInEffect: SlvStatus | null
    sellerName: string
    corrId: string | null
    ownerName: string
    underwriterName: string | null
    underwriterManagerName?: string | null
    tradeDeskName?: string | null
  }

type FieldName = keyof SlvRow
const fieldNames = SlvRow.keyof().options

/** The columns of a list that leave the server, by role and stored status: the allow-list, asked once instead of per row. */
const seen = new Map<Role, Map<SlvStatus, FieldName[]>>(
  roles.map((role) => [
    role,
    new Map(slvStatuses.map((status) => [status, fieldNames.filter((name) => visibleFields(role, status).has(name))])),
  ]),
)

/** Rows as the actor may see them: the allow-list's columns, the status that their role is shown, clocks at the ordinal `today`. */
export const presentRows = ({ actor: { role }, sla }: Ctx, rows: readonly StoredRow[], today: number): SlvRow[] => {
  return rows.map((row) => {
    const since = row.clockParty === 'BUYER' ? row.clockSince : null
    const { roundDays, resubmitCount } = row
    const whole: Record<FieldName, unknown> = {
      id: row.id,
      version: row.version,
      status: statusFor(role, row.status),
      statusInEffect: row.statusInEffect,
      type: row.type,
      date: row.date?.toISOString() ?? null,
      buyerLoan: row.buyerLoan,
      sellerLoan: row.sellerLoan,
      sellerName: row.sellerName,
      corrID: row.corrId ?? '',
      borrowerLastName: row.borrowerLastName,
      buyerNonAgencyProgram: row.buyerNonAgencyProgram,
      buyerNonAgencyProductName: row.buyerNonAgencyProductName,
      loanAmount: row.loanAmount,
      ltv: row.ltv,
      creditScore: row.creditScore,
      dtiDscr: row.dtiDscr,
      underwriterId: row.underwriterId,
      underwriterName: row.underwriterName,
      ownerName: row.ownerName,
      turnTime: daysOn({ days: row.buyerDays, since }, today),
      updatedAt: row.updatedAt.toISOString(),
      underwriterManagerName: row.underwriterManagerName ?? null,
      tradeDeskName: row.tradeDeskName ?? null,
      groupSlaStatus:
        roundDays === undefined || resubmitCount === undefined || !hasSla(row.status)
          ? null
          : slaStatus({ days: roundDays, since }, slvTarget(sla.targets, resubmitCount), today),
    }
    const shown: Partial<Record<FieldName, unknown>> = {}
    for (const name of seen.get(role)?.get(row.status) ?? []) shown[name] = whole[name]
    return toBeChecked(shown)
  })
}
