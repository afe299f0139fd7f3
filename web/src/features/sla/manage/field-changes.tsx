import type { Change } from '@portal/contract/history/api'
import type { SlaItem } from '@portal/contract/sla/api'
import { slaFieldLabel, slaFieldText } from './field-words.ts'
import classes from './manage.module.css'

type FieldChangesProps = { label: string; changes: readonly Change[]; items: readonly SlaItem[] }

/** Field by field: what it said before, and what after. */
export const FieldChanges = ({ label, changes, items }: FieldChangesProps) => (
  <ul className={classes.changed} aria-label={label}>
    {changes.map(({ field, before, after }) => (
      <li key={field}>
        <b>{slaFieldLabel(field, items)}</b>: {slaFieldText(field, before)} → {slaFieldText(field, after)}
      </li>
    ))}
  </ul>
)
