import { Box, Button } from '@mantine/core'
import {
  type Definition,
  dateText,
} from '@portal/contract/reporting/definitions'
import type { Part } from '@portal/contract/reporting/target'
import type { ReactNode } from 'react'
import { count } from '../../../lib/text/format.ts'
import { stringifySearch } from '../../../lib/text/search-text.ts'
import { readListSearch } from '../../../records/slv/list-filter.ts'
import { InfoCard } from '../../../ui/cards/info-card.tsx'
import { QuietLink } from '../../../ui/data-table/quiet-link.tsx'
import { Facts } from '../../../ui/facts.tsx'
import classes from './figure.module.css'
import { requestCountText, useFigures } from './figures-context.ts'

type FigureNameProps = {
  definition: Definition
  /** The days in the filter. */
  days: string
  /** How many it covers: '312 requests'. */
  over: string
  /** A shorter text than the label. */
  children?: string
  /**
   * Sorts the table by this column; on touch screens, the explanation has a
   * button for it.
   */
  onSort?: (() => void) | undefined
}

/**
 * The name of a figure. Hovering, focusing or tapping it explains what it
 * counts.
 */
export const FigureName = ({
  definition,
  days,
  over,
  children = definition.label,
  onSort,
}: FigureNameProps) => {
  const { isPaper } = useFigures()
  if (isPaper) return children
  return (
    <InfoCard
      label={`What ${definition.label} is`}
      className={onSort ? `${classes.name} ${classes.sorts}` : classes.name}
      onPress={onSort}
      explain={(summaryId) => (
        <div id={summaryId}>
          <strong>{definition.label}</strong>
          <p>{definition.what}.</p>
          <Box mt="xs">
            <Facts
              facts={[
                { label: 'From when', value: `${dateText}: ${days}.` },
                {
                  label: 'Over how many',
                  value: `${definition.over}: ${over}.`,
                },
              ]}
            />
          </Box>
          {onSort && (
            <Button
              mt="sm"
              size="compact-sm"
              variant="default"
              onClick={onSort}
            >
              {`Sort by ${definition.label}`}
            </Button>
          )}
        </div>
      )}
    >
      {children}
    </InfoCard>
  )
}

type FigureLinkProps = {
  /** Null if no list shows exactly these SLVs. */
  part: Part | null
  /** What the value is of: 'Total # of requests', 'Approved'. */
  of: string
  /** How many SLVs it covers; there is no link if there are none. */
  over: number
  /**
   * The unit of `over`, if the page doesn't show elsewhere how many the value
   * covers: 'units'.
   */
  units?: string
  /** The value before it was rounded, for its title. */
  exact?: string | undefined
  children: string
}

/** A value that links to its SLVs if a list can show exactly these. */
export const FigureLink = ({
  part,
  of,
  over,
  units,
  exact,
  children,
}: FigureLinkProps): ReactNode => {
  const { linkTo } = useFigures()
  const link = part && over > 0 ? linkTo(part) : null
  const overUnits =
    units === undefined ? '' : `across ${requestCountText(over, units)}`
  const about = [exact, overUnits].filter(Boolean).join(' ')
  if (!link) return about ? <span title={about}>{children}</span> : children
  const which = link.reach === 'OWN' ? 'your SLVs' : 'SLVs'
  return (
    <QuietLink
      href={link.path + stringifySearch(link.search)}
      leadsTo={() => ({ to: link.path, search: readListSearch(link.search) })}
      className={classes.value}
      aria-label={`${of}: ${children}${overUnits && ` ${overUnits}`}, show ${which}`}
      title={about ? `${about}: show ${which}` : `Show ${which}`}
    >
      {children}
    </QuietLink>
  )
}

/** The same with the number of SLVs beside it. */
export const CountedLink = (props: FigureLinkProps) => (
  <>
    <FigureLink {...props} />
    {props.over > 0 && (
      <Box component="small" ms="0.5rem" c="dimmed" fz="xs">
        {count(props.over)}
      </Box>
    )}
  </>
)
