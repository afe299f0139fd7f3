import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './small-table.module.css'

type SmallTableProps = {
  caption?: string
  heads: readonly string[]
  className?: string | undefined
  children: ReactNode
}

/** A table of a few short columns, to read in a panel or a card. Its rows, in their tbody, are the children. */
export const SmallTable = ({ caption, heads, className, children }: SmallTableProps) => (
  <table className={className ? `${classes.table} ${className}` : classes.table}>
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
    {children}
  </table>
)

/** A line of secondary text in a cell. */
export const CellNote = ({ children }: { children: ReactNode }) => (
  <Text component="div" size="xs" fw={400} c="dimmed">
    {children}
  </Text>
)
