import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './facts.module.css'

export type Fact = { label: string; value: ReactNode }

type FactsProps = {
  facts: readonly Fact[]
  /** Wider columns, for values that are longer than a figure or a date. */
  hasLongValues?: boolean
}

/** Label and value pairs: a read-only form. */
export const Facts = ({ facts, hasLongValues = false }: FactsProps) => (
  <dl className={classes.facts} data-long={hasLongValues || undefined}>
    {facts.map(({ label, value }) => (
      <div key={label}>
        <Box component="dt" c="dimmed" fz="xs">
          {label}
        </Box>
        <dd style={{ overflowWrap: 'anywhere' }}>{value}</dd>
      </div>
    ))}
  </dl>
)
