import { capitalized, dueCellText } from '../../../lib/text/due.ts'
import { SlaChip, type SlaChipProps } from './sla-chip.tsx'

/**
 * The one clock of a row: when the work is due, with its explanation, in color
 * if it is due soon or overdue. A green '0 Days' is never beside an amber due
 * date, and an overdue row says so once.
 */
export const RowClock = ({
  subject,
  sla,
}: Pick<SlaChipProps, 'subject' | 'sla'>) => (
  <SlaChip
    subject={subject}
    sla={sla}
    words={capitalized(dueCellText(sla))}
    isInTable
  />
)
