import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** Label and value pairs: a read-only form. */
export const Facts = ({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) => (
  <dl className={classes.facts}>
    {facts.map(({ label, value }) => (
      <div key={label}>
        <Box component="dt" c="dimmed" fz="xs">
          {label}
        </Box>
        <Box component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
          {value}
        </Box>
      </div>
    ))}
  </dl>
)
