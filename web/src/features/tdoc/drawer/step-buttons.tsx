import { ActionIcon, Group, Text, VisuallyHidden } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { count } from '../../../lib/text/format.ts'
import type { Neighbours } from './neighbours.ts'

type StepButtonsProps = {
  beside: Neighbours
  isTotalCut: boolean
  isCovered: boolean
  onStep: (id: string) => void
  onTurn: (way: 'previous' | 'next') => void
}

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
      // Not `disabled`: the focus stays here at the end of the list.
      aria-disabled={isEnd[to]}
      data-disabled={isEnd[to] || undefined}
      onClick={() => step(to)}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  )
  return (
    <Group gap={4} wrap="nowrap" flex="none" ms="auto">
      <Text span c="dimmed" size="sm" pe={4} role="status" style={{ whiteSpace: 'nowrap' }}>
        <VisuallyHidden>Tdoc </VisuallyHidden>
        {count(place)} of {count(total)}
        {isTotalCut && '+'}
      </Text>
      {way('Previous', 'ArrowUp', IconChevronUp, 'previous')}
      {way('Next', 'ArrowDown', IconChevronDown, 'next')}
    </Group>
  )
}
