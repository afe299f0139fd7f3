import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { count } from '../../../lib/format.ts'
import classes from './drawer.module.css'
import type { Neighbours } from './neighbours.ts'

type StepButtonsProps = {
  beside: Neighbours
  isTotalCut: boolean
  isCovered: boolean
  onStep: (id: string) => void
  /** On to the next page of the table, or to the one before. */
  onTurn: (way: 'previous' | 'next') => void
}

/** On to the next Tdoc of the table, or back to the one before: by press, or by Alt with the arrows. */
export const StepButtons = ({ beside, isTotalCut, isCovered, onStep, onTurn }: StepButtonsProps) => {
  const { place, total } = beside
  const isEnd = {
    previous: beside.previous === undefined && !beside.hasPageBefore,
    next: beside.next === undefined && !beside.hasPageAfter,
  }
  const step = (way: 'previous' | 'next') => {
    if (isCovered || isEnd[way]) return
    const id = beside[way]
    if (id === undefined) onTurn(way)
    else onStep(id)
  }
  useHotkeys([
    ['alt+ArrowUp', () => step('previous')],
    ['alt+ArrowDown', () => step('next')],
  ])
  const way = (label: string, key: string, Icon: typeof IconChevronUp, to: 'previous' | 'next') => (
    <ActionIcon
      variant="default"
      size={32}
      aria-label={`${label} Tdoc`}
      title={`${label} Tdoc (Alt ${key === 'ArrowUp' ? '↑' : '↓'})`}
      aria-keyshortcuts={`Alt+${key}`}
      // Not `disabled`: whoever has stepped to the end keeps the focus.
      aria-disabled={isEnd[to]}
      data-disabled={isEnd[to] || undefined}
      onClick={() => step(to)}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  )
  return (
    <div className={classes.steps}>
      <span className={classes.place} role="status">
        <VisuallyHidden>Tdoc </VisuallyHidden>
        {count(place)} of {count(total)}
        {isTotalCut && '+'}
      </span>
      {way('Previous', 'ArrowUp', IconChevronUp, 'previous')}
      {way('Next', 'ArrowDown', IconChevronDown, 'next')}
    </div>
  )
}
