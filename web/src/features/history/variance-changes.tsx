import type { RoundChanges, VarianceChange } from '@portal/contract/history/compare'
import { fieldLabel } from '../slv/field-text.ts'
import { ChangeArrow } from './change-line.tsx'
import classes from './round-changes.module.css'

type VarianceChangesProps = RoundChanges['variances'] & { brandName: string }

/** Variances that came, went or changed, each by the line that tells its distance. */
export const VarianceChanges = ({ added, removed, changed, brandName }: VarianceChangesProps) => (
  <>
    {added.map(({ id, summary }) => (
      <li key={id}>
        <b>Added:</b> {summary}
      </li>
    ))}
    {removed.map(({ id, summary }) => (
      <li key={id}>
        <b>Removed:</b> <span className={classes.before}>{summary}</span>
      </li>
    ))}
    {changed.map((change) => (
      <li key={change.after.id}>
        <b>Changed:</b> <Change change={change} brandName={brandName} />
      </li>
    ))}
  </>
)

/** What the summary line tells already. */
const inSummary: readonly string[] = ['reason', 'parameter', 'operator', 'guidelineValue', 'actualValue', 'unit']

const Change = ({ change: { before, after, fields }, brandName }: { change: VarianceChange; brandName: string }) => {
  const words = fields.filter((field) => !inSummary.includes(field)).map((field) => fieldLabel(field, brandName))
  const isFurther = before.summary !== after.summary
  return (
    <>
      {isFurther && (
        <>
          <span className={classes.before}>{before.summary}</span> <ChangeArrow />{' '}
        </>
      )}
      {after.summary}
      {words.length > 0 && (
        <span className={classes.before}> ({isFurther ? `also ${words.join(', ')}` : words.join(', ')})</span>
      )}
    </>
  )
}
