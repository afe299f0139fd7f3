import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import classes from './drawer.module.css'
import type { Neighbours } from './neighbours.ts'

type StepButtonsProps = { beside: Neighbours; isCovered: boolean; onStep: (id: string) => void }

/** On to the next Tdoc of the page, or back to the one before: by press, or by Alt with the arrows. */
export const StepButtons = ({ beside: { previous, next, place, count }, isCovered, onStep }: StepButtonsProps) => {
  const step = (id: string | undefined) => {
    if (id !== undefined && !isCovered) onStep(id)
  }
  useHotkeys([
    ['alt+ArrowUp', () => step(previous)],
    ['alt+ArrowDown', () => step(next)],
  ])
  const way = (label: string, key: string, Icon: typeof IconChevronUp, id: string | undefined) => (
    <ActionIcon
      variant="default"
      size={32}
      aria-label={`${label} Tdoc`}
      title={`${label} Tdoc (Alt ${key === 'ArrowUp' ? '↑' : '↓'})`}
      aria-keyshortcuts={`Alt+${key}`}
      // Not `disabled`: whoever has stepped to the end keeps the focus.
      aria-disabled={id === undefined}
      data-disabled={id === undefined || undefined}
      onClick={() => step(id)}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  )
  return (
    <div className={classes.steps}>
      <span className={classes.place} role="status">
        <VisuallyHidden>Tdoc </VisuallyHidden>
        {place} of {count}
      </span>
      {way('Previous', 'ArrowUp', IconChevronUp, previous)}
      {way('Next', 'ArrowDown', IconChevronDown, next)}
    </div>
  )
}
