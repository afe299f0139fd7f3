import { Group } from '@mantine/core'
import { capitalized, dueCellText } from '../../../lib/text/due.ts'
import { Due } from '../../../ui/due.tsx'
import { SlaChip, type SlaChipProps } from './sla-chip.tsx'

type RowClockProps = Pick<SlaChipProps, 'of' | 'sla'> & {
  /** While there is time, the signed days are beside the due date. */
  hasDays?: boolean
}

/**
 * The one clock of a row: when the work is due, with its explanation, in color if it is due soon or overdue. A green
 * '0 Days' is never beside an amber due date, and an overdue row says so once.
 */
export const RowClock = ({ of, sla, hasDays = false }: RowClockProps) => {
  if (sla.dueState !== 'OK' || !hasDays)
    return <SlaChip of={of} sla={sla} words={capitalized(dueCellText(sla))} isInTable />
  return (
    <Group gap="xs" justify="space-between" wrap="nowrap">
      <Due sla={sla} isInTable />
      <SlaChip of={of} sla={sla} isInTable />
    </Group>
  )
}
