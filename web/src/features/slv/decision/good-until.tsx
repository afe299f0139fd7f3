import { List, Text } from '@mantine/core'
import { countDays } from '@portal/contract/sla/calendar'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { describeDrifted } from '@portal/contract/slv/decision/drift'
import {
  approvalDays,
  approvedUntil,
  daysLeftText,
  defaultGoodUntil,
  isExpired,
} from '@portal/contract/slv/decision/validity'
import { hasNeeds } from '@portal/contract/slv/needs'
import type { Role } from '@portal/contract/user/model'
import { useQuery } from '@tanstack/react-query'
import { useToday } from '../../../lib/state/use-today.ts'
import * as format from '../../../lib/text/format.ts'
import { useProfile } from '../../../records/auth/queries.ts'
import { programsQuery } from '../../../records/guideline/queries.ts'
import { amber, Warning } from '../warning.tsx'

/** So few days are left that the day stands out. */
const fewDays = 14

/** '12/10/2026 · 13 days left' */
export const GoodUntil = ({ day }: { day: string }) => {
  const today = useToday()
  return (
    <Text inherit fw={600} c={findColor(countDays(today, day))}>
      {format.day(day)} · {daysLeftText(day, today)}
    </Text>
  )
}

const findColor = (daysLeft: number): string | undefined => {
  if (daysLeft < 0) return 'var(--mantine-color-error)'
  return daysLeft <= fewDays ? amber : undefined
}

/** Who can renew an expired approval. */
const renewText = (role: Role): string => {
  if (role === 'SELLER') return 'Resubmit it to get a new decision.'
  return hasNeeds(role)
    ? 'The seller can resubmit it.'
    : 'Reopen it to decide again, or the seller resubmits it.'
}

/** Says that the approval in effect has expired, and what to do. */
export const ExpiredNote = ({ slv }: { slv: SlvDetail }) => {
  const { role } = useProfile()
  const today = useToday()
  const until = approvedUntil(slv)
  if (until === null || !isExpired(slv, today)) return null
  return (
    <Warning aria-label="Expired">
      This approval was good until {format.day(until)}. {renewText(role)}
    </Warning>
  )
}

/** Says how LoanDock's figures differ from the approval in effect. */
export const DriftNote = ({ slv }: { slv: SlvDetail }) => {
  if (!slv.drift || !slv.figuresChanged) return null
  const { checkedAt, figures } = slv.drift
  return (
    <Warning aria-label="Figures changed">
      Figures changed: LoanDock’s figures differ from this approval (checked{' '}
      {format.dateTime(checkedAt)}).
      <List size="sm" mt={4}>
        {figures.map(describeDrifted).map(({ label, value }) => (
          <List.Item key={label}>
            {label} {value}
          </List.Item>
        ))}
      </List>
    </Warning>
  )
}

/**
 * The lock that limits the last day of an approval, and the day if none is
 * chosen; null until the programs are loaded.
 */
export const useApprovalDay = (slv: SlvDetail) => {
  const today = useToday()
  const { data } = useQuery(programsQuery)
  const lock = { today, lockExpirationDate: slv.lockExpirationDate }
  if (!data) return { lock, usual: null }
  const program = data.items.find(
    ({ name }) => name === slv.buyerNonAgencyProgram,
  )
  const days = program?.approvalDays ?? approvalDays.default
  return { lock, usual: defaultGoodUntil(lock, days) }
}
