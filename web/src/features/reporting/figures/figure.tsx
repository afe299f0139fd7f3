import type { Definition } from '@portal/contract/reporting/definitions'
import type { Part } from '@portal/contract/reporting/target'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { count } from '../../../lib/format.ts'
import { Explained } from '../../../ui/explained.tsx'
import { readListSearch } from '../../slv/list/list-search.ts'
import classes from './figure.module.css'
import { useScene } from './scene.ts'

type FigureNameProps = {
  definition: Definition
  /** The days that the filter leaves. */
  days: string
  /** Over how many it is. */
  over: number
  /** What those are: 'requests', 'units'. */
  unit?: string
}

/** The name of a figure. Hovering, focusing or tapping it says what is counted, from when, and over how many. */
export const FigureName = ({ definition, days, over, unit = 'requests' }: FigureNameProps) => {
  const { isPaper } = useScene()
  if (isPaper) return definition.label
  return (
    <Explained
      label={`What ${definition.label} is`}
      className={classes.name}
      explain={(summaryId) => (
        <Explanation id={summaryId} definition={definition} days={days} over={over} unit={unit} />
      )}
    >
      {definition.label}
    </Explained>
  )
}

const Explanation = ({ id, definition, days, over, unit }: Required<FigureNameProps> & { id: string }) => (
  <div id={id} className={classes.explanation}>
    <strong>{definition.label}</strong>
    <p>{definition.what}.</p>
    <dl>
      <dt>From when</dt>
      <dd>
        {definition.from}: {days}.
      </dd>
      <dt>Over how many</dt>
      <dd>
        {definition.over}: {count(over)} {over === 1 ? unit.replace(/s$/, '') : unit}.
      </dd>
    </dl>
  </div>
)

type BehindProps = {
  part: Part
  /** What the value is of: 'Total # of requests', 'Approved'. */
  of: string
  children: string
  className?: string
}

/** A value that leads to the SLVs behind it, where a list can show just those. */
export const Behind = ({ part, of, children, className = classes.value }: BehindProps): ReactNode => {
  const { leadTo } = useScene()
  const behind = leadTo(part)
  if (!behind) return children
  const which = behind.reach === 'OWN' ? 'those that are yours' : 'the SLVs behind it'
  return (
    <Link
      className={className}
      to={behind.path}
      search={readListSearch(behind.search)}
      aria-label={`${of}: ${children}, show ${which}`}
      title={`Show ${which}`}
    >
      {children}
    </Link>
  )
}
