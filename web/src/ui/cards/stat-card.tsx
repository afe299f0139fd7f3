import { Skeleton, Text } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './stat-card.module.css'

/** StatCards side by side, as many as fit. */
export const StatRow = ({
  label,
  children,
}: {
  label: string
  children: ReactNode
}) => (
  <fieldset className={classes.row} aria-label={label}>
    {children}
  </fieldset>
)

/** The page says which card is current. */
const exactly = { exact: true, includeSearch: true }

type StatCardProps = {
  label: string
  value: string
  /** The rows that it counts. */
  link: Pick<LinkProps, 'to' | 'search'>
  /** The list shows its rows. */
  isCurrent: boolean
  /** Red; the label must say why. */
  isAlarming?: boolean
}

/**
 * A figure at the head of a page, with its label; it links to the rows that it
 * counts.
 */
export const StatCard = ({
  label,
  value,
  link,
  isCurrent,
  isAlarming = false,
}: StatCardProps) => (
  <Link
    {...link}
    className={classes.card}
    activeOptions={exactly}
    aria-current={isCurrent ? 'true' : undefined}
  >
    <Text span truncate size="xs" c="dimmed" title={label}>
      {label}
    </Text>
    <Text
      span
      mt="auto"
      fz="lg"
      fw={600}
      lh={1.4}
      {...(isAlarming && { c: 'var(--mantine-color-error)' })}
    >
      {value}
    </Text>
  </Link>
)

/** Placeholder of a row of StatCards while it loads. */
export const StatSkeleton = ({ cards }: { cards: number }) => (
  <div className={classes.row} role="status" aria-label="Loading">
    {Array.from({ length: cards }, (_, index) => index).map((index) => (
      <Skeleton key={index} height={46} radius="md" />
    ))}
  </div>
)
