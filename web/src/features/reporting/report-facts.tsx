import classes from './slv-report.module.css'

/** Labels and values, close together. */
export const ReportFacts = ({ facts }: { facts: readonly { label: string; value: string }[] }) => (
  <dl className={classes.facts}>
    {facts.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** What somebody wrote, in their own lines; nothing where they wrote nothing. */
export const Words = ({ label, text }: { label: string; text: string | null | undefined }) =>
  text ? (
    <div className={classes.words}>
      <span className={classes.label}>{label}</span>
      <p>{text}</p>
    </div>
  ) : null
