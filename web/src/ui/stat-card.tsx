import { Skeleton, Text, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './stat-card.module.css'

/** StatCards side by side, as many as fit. */
export const StatRow = ({ label, children }: { label: string; children: ReactNode }) => (
  <fieldset className={classes.row} aria-label={label}>
    {children}
  </fieldset>
)

type StatCardProps = {
  label: string
  value: string
  onClick: () => void
  /** Its filter is on. */
  isPressed: boolean
  /** Red; the label must say why. */
  isAlarming?: boolean
}

/** A figure at the head of a page, with its label; a click filters by it. */
export const StatCard = ({ label, value, onClick, isPressed, isAlarming = false }: StatCardProps) => (
  <UnstyledButton className={classes.card} aria-pressed={isPressed} onClick={onClick}>
    <Text span truncate size="xs" c="dimmed" title={label}>
      {label}
    </Text>
    <Text span mt="auto" fz="lg" fw={600} lh={1.4} {...(isAlarming && { c: 'var(--mantine-color-error)' })}>
      {value}
    </Text>
  </UnstyledButton>
)

/** Placeholder of a row of StatCards while it loads. */
export const StatSkeleton = ({ cards }: { cards: number }) => (
  <div className={classes.row} role="status" aria-label="Loading">
    {Array.from({ length: cards }, (_, index) => index).map((index) => (
      <Skeleton key={index} height={46} radius="md" />
    ))}
  </div>
)
