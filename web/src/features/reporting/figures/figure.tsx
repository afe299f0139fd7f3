import { Button } from '@mantine/core'
import type { Definition } from '@portal/contract/reporting/definitions'
import type { Part } from '@portal/contract/reporting/target'
import type { ReactNode } from 'react'
import { stringifySearch } from '../../../lib/search-text.ts'
import { Explained } from '../../../ui/explained.tsx'
import { QuietLink } from '../../../ui/quiet-link.tsx'
import { readListSearch } from '../../slv/list/list-search.ts'
import classes from './figure.module.css'
import { overText } from './overs.ts'
import { useScene } from './scene.ts'

type FigureNameProps = {
  definition: Definition
  /** The days that the filter leaves. */
  days: string
  /** Over how many it is: '312 requests'. */
  over: string
  /** What stands on the page, where the label is too long. */
  children?: string
  /** Has rows stand by it; a finger finds it in the explanation. */
  onSort?: (() => void) | undefined
}

/** The name of a figure. Hovering, focusing or tapping it says what is counted, from when, and over how many. */
export const FigureName = ({ definition, days, over, children = definition.label, onSort }: FigureNameProps) => {
  const { isPaper } = useScene()
  if (isPaper) return children
  return (
    <Explained
      label={`What ${definition.label} is`}
      className={onSort ? `${classes.name} ${classes.sorts}` : classes.name}
      onPress={onSort}
      explain={(summaryId) => (
        <Explanation id={summaryId} definition={definition} days={days} over={over} onSort={onSort} />
      )}
    >
      {children}
    </Explained>
  )
}

type ExplanationProps = Omit<FigureNameProps, 'children'> & { id: string }

const Explanation = ({ id, definition, days, over, onSort }: ExplanationProps) => (
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
        {definition.over}: {over}.
      </dd>
    </dl>
    {onSort && (
      <Button className={classes.sort ?? ''} size="compact-sm" variant="default" onClick={onSort}>
        {`Sort by ${definition.label}`}
      </Button>
    )}
  </div>
)

/** How many a share or an average is over, beside it. */
export const Beside = ({ children }: { children: string }) => <small className={classes.beside}>{children}</small>

type BehindProps = {
  /** Null where no list shows just those. */
  part: Part | null
  /** What the value is of: 'Total # of requests', 'Approved'. */
  of: string
  /** How many SLVs stand behind it: where there are none it leads nowhere. */
  over: number
  /** What they are, where nothing else on the page says over how many the value is: 'units'. */
  units?: string
  children: string
}

/** A value that leads to the SLVs behind it, where a list can show just those. */
export const Behind = ({ part, of, over, units, children }: BehindProps): ReactNode => {
  const { leadTo } = useScene()
  const behind = part && over > 0 ? leadTo(part) : null
  const told = units === undefined ? '' : `over ${overText(over, units)}`
  if (!behind) return told ? <span title={told}>{children}</span> : children
  const which = behind.reach === 'OWN' ? 'those that are yours' : 'the SLVs behind it'
  return (
    <QuietLink
      href={behind.path + stringifySearch(behind.search)}
      leadsTo={() => ({ to: behind.path, search: readListSearch(behind.search) })}
      className={classes.value}
      aria-label={`${of}: ${children}${told && ` ${told}`}, show ${which}`}
      title={told ? `${told}: show ${which}` : `Show ${which}`}
    >
      {children}
    </QuietLink>
  )
}
