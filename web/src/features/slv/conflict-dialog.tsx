import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../ui/dialogs.tsx'
import classes from './conflict-dialog.module.css'

/** One field with both values, as people read them. */
export type ConflictRow = { field: string; label: string; mine: string; theirs: string }
export type Choice = 'mine' | 'theirs'

type ConflictDialogProps = {
  rows: readonly ConflictRow[]
  /** What to keep of each field. */
  onResolve: (choices: ReadonlyMap<string, Choice>) => void
  /** Decide later: what was typed stays, unsaved. */
  onLater: () => void
}

/** For a save that lost a race: both values of each field that two people changed, and the choice between them. */
export const ConflictDialog = ({ rows, onResolve, onLater }: ConflictDialogProps) => {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Choice>>(new Map())
  const choiceOf = (field: string): Choice => chosen.get(field) ?? 'mine'

  return (
    <FormDialog
      title="Somebody else changed this too"
      size="lg"
      isOpen={rows.length > 0}
      onClose={onLater}
      submitLabel="Keep these"
      onSubmit={async () => onResolve(new Map(rows.map(({ field }) => [field, choiceOf(field)])))}
    >
      <p className={classes.words}>Both values are shown. Choose which one stays; nothing is saved until you do.</p>
      <ul className={classes.rows}>
        {rows.map(({ field, label, mine, theirs }) => (
          <li key={field}>
            <span className={classes.label}>{label}</span>
            <div className={classes.values} data-choice={choiceOf(field)}>
              <Side name="Yours" value={mine} />
              <Side name="Theirs" value={theirs} />
            </div>
            <SegmentedControl
              size="xs"
              aria-label={`Which ${label} stays`}
              value={choiceOf(field)}
              onChange={(value) => setChosen(new Map(chosen).set(field, value === 'theirs' ? 'theirs' : 'mine'))}
              data={[
                { value: 'mine', label: 'Keep mine' },
                { value: 'theirs', label: 'Take theirs' },
              ]}
            />
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}

const Side = ({ name, value }: { name: string; value: string }) => (
  <div className={classes.side}>
    <span className={classes.name}>{name}</span>
    <span>{value}</span>
  </div>
)
