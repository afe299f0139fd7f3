import { type DueFacts, dueText } from '../lib/text/due.ts'
import { dateTime } from '../lib/text/format.ts'
import classes from './due.module.css'

type DueProps = {
  sla: DueFacts
  /** Whose clock it is, if not that of the whole work. */
  of?: string | false
}

/**
 * When work is due, in words; colored only if due soon or overdue. Its title
 * has the exact time.
 */
export const Due = ({ sla, of = false }: DueProps) => (
  <span
    className={classes.due}
    data-state={sla.dueState}
    title={sla.dueAt === null ? undefined : `Due ${dateTime(sla.dueAt)}`}
  >
    {of && `${of} `}
    {dueText(sla)}
  </span>
)
