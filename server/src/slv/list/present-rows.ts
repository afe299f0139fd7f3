import { words } from '@portal/contract/lib/typed'
import { daysOn, hasSla, slaStatus, slvTarget } from '@portal/contract/slv/clocks'
import { SlvRow } from '@portal/contract/slv/row'
import { type SlvStatus, slvStatuses, statusFor } from '@portal/contract/slv/status'
import { visibleFields } from '@portal/contract/slv/visible-fields'
import { type Role, roles } from '@portal/contract/user/model'
import type { Selectable } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'
import type { DB } from '../../lib/database/db-types.ts'
import { toBeChecked } from '../../lib/files/to-be-checked.ts'

export const rowColumns = words(
  'id version type date buyerLoan sellerLoan borrowerLastName buyerNonAgencyProgram',
  'buyerNonAgencyProductName loanAmount ltv creditScore dtiDscr underwriterId updatedAt buyerDays',
  'clockParty clockSince',
)

type Slv = Selectable<DB['slv']>

/** A row as list.ts reads it. What sellers may not see is not even read for them. */
export type StoredRow = Pick<Slv, (typeof rowColumns)[number]> &
  Partial<Pick<Slv, 'roundDays' | 'resubmitCount'>> & {
    status: SlvStatus
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

/** The fields of a row that each role may see, by stored status. */
const visible = new Map<Role, Map<SlvStatus, FieldName[]>>(
  roles.map((role) => [
    role,
    new Map(slvStatuses.map((status) => [status, fieldNames.filter((name) => visibleFields(role, status).has(name))])),
  ]),
)

/** Rows as the actor may see them; `today` is an ordinal. */
export const presentRows = ({ actor: { role }, sla }: Ctx, rows: readonly StoredRow[], today: number): SlvRow[] =>
  rows.map((row) => {
    const since = row.clockParty === 'BUYER' ? row.clockSince : null
    const { roundDays, resubmitCount } = row
    const whole: Record<FieldName, unknown> = {
      ...row,
      status: statusFor(role, row.status),
      date: row.date?.toISOString() ?? null,
      updatedAt: row.updatedAt.toISOString(),
      corrID: row.corrId ?? '',
      turnTime: daysOn({ days: row.buyerDays, since }, today),
      underwriterManagerName: row.underwriterManagerName ?? null,
      tradeDeskName: row.tradeDeskName ?? null,
      groupSlaStatus:
        roundDays === undefined || resubmitCount === undefined || !hasSla(row.status)
          ? null
          : slaStatus({ days: roundDays, since }, slvTarget(sla.targets, resubmitCount), today),
    }
    const shown: Partial<Record<FieldName, unknown>> = {}
    for (const name of visible.get(role)?.get(row.status) ?? []) shown[name] = whole[name]
    return toBeChecked(shown)
  })
