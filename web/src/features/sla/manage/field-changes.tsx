import type { Change } from '@portal/contract/history/api'
import type { SlaItem } from '@portal/contract/sla/api'
import classes from './changes.module.css'
import { slaFieldLabel, slaFieldText } from './field-words.ts'

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
