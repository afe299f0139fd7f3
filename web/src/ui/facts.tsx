import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './facts.module.css'

export type Fact = { label: string; value: ReactNode }

/** Label and value pairs: a read-only form. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={classes.facts}>
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
