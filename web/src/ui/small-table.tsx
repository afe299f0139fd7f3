import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ScrollRegion } from './scroll-region.tsx'
import classes from './small-table.module.css'

type SmallTableProps = {
  caption?: string
  /**
   * If the last one is 'Actions', its column stays at the edge on a phone while
   * the others scroll.
   */
  heads: readonly string[]
  className?: string | undefined
  /**
   * The accessible name of a table that scrolls if it is wider than its
   * container.
   */
  region?: string
  /** The children are bodies with their rows, instead of rows. */
  hasBodies?: boolean
  children: ReactNode
}

/**
 * A table of a few short columns, to read in a panel or a card. Its rows are
 * the children.
 */
export const SmallTable = ({
  caption,
  heads,
  className,
  region,
  hasBodies = false,
  children,
}: SmallTableProps) => {
  const table = (
    <table
      className={className ? `${classes.table} ${className}` : classes.table}
      data-has-actions={heads.at(-1) === 'Actions' || undefined}
    >
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      {hasBodies ? children : <tbody>{children}</tbody>}
    </table>
  )
  if (region === undefined) return table
  return (
    <ScrollRegion label={region} className={classes.region}>
      {table}
    </ScrollRegion>
  )
}

/** A line of secondary text in a cell. */
export const CellNote = ({ children }: { children: ReactNode }) => (
  <Text component="div" size="xs" fw={400} c="dimmed">
    {children}
  </Text>
)
