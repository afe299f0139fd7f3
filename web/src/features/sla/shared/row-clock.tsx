import { Group } from '@mantine/core'
import { capitalized, dueCellText } from '../../../lib/text/due.ts'
import { Due } from '../../../ui/due.tsx'
import { SlaChip, type SlaChipProps } from './sla-chip.tsx'

type RowClockProps = Pick<SlaChipProps, 'of' | 'sla'> & {
  /** While there is time, the signed days are beside the due date. */
  hasDays?: boolean
}

/**
 * The one clock of a row: when the work is due, or, if it is due soon or overdue, that in words and in its color. A green
 * '0 Days' is never beside an amber due date, and an overdue row says so once.
 */
export const RowClock = ({ of, sla, hasDays = false }: RowClockProps) => {
  if (sla.dueState !== 'OK') return <SlaChip of={of} sla={sla} words={capitalized(dueCellText(sla))} isInTable />
  const due = <Due sla={sla} isInTable />
  if (!hasDays) return due
  return (
    <Group gap="xs" justify="space-between" wrap="nowrap">
      {due}
      <SlaChip of={of} sla={sla} isInTable />
    </Group>
  )
}
