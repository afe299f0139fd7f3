import type { ReactNode } from 'react'
import classes from './stat-card.module.css'

type StatProps = {
  label: string
  value: ReactNode
  /** With it the figure is a button that filters; without it it only tells. */
  onClick?: () => void
  /** The filter that it stands for is on. */
  isPressed?: boolean
  /** Something here wants attention; say so in the label too. */
  isAlarming?: boolean
}

/** Lays StatCards beside each other, as many as fit. */
export const StatRow = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
  <div className={classes.row} role="group" aria-label={label}>
    {children}
  </div>
)

/** A figure with its name above it, for the head of a page. */
export const StatCard = ({ label, value, onClick, isPressed, isAlarming }: StatProps) => {
  const content = (
    <>
      <span className={classes.label} title={label}>
        {label}
      </span>
      <span className={isAlarming ? `${classes.value} ${classes.alarming}` : classes.value}>{value}</span>
    </>
  )
  if (!onClick) return <div className={classes.card}>{content}</div>
  return (
    <button type="button" className={classes.card} aria-pressed={isPressed ?? false} onClick={onClick}>
      {content}
    </button>
  )
}
