import { Button } from '@mantine/core'
import classes from './two-values.module.css'

type TwoValuesProps = {
  label: string
  mine: string
  theirs: string
  /** Whose the other value is. */
  author?: string
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Both values of a field that two people changed at once; nothing of it is saved until one of them is chosen. */
export const TwoValues = ({ label, mine, theirs, author = 'Theirs', onKeepMine, onTakeTheirs }: TwoValuesProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
  <div className={classes.values} role="group" aria-label={`Two values for ${label}`}>
    <dl>
      <dt>Yours</dt>
      <dd>{mine}</dd>
      <dt>{author}</dt>
      <dd>{theirs}</dd>
    </dl>
    <div className={classes.buttons}>
      <Button size="compact-xs" variant="default" onClick={onKeepMine}>
        Keep yours
      </Button>
      <Button size="compact-xs" variant="default" onClick={onTakeTheirs}>
        Use theirs
      </Button>
    </div>
  </div>
)
