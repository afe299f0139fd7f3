import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import type { SlvRow } from '@portal/contract/slv/row'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useKeys } from '../../../lib/keys.ts'
import { useProfile } from '../../../records/auth/queries.ts'
import { openInQueue } from '../../../records/slv/last-change.ts'
import type { LastList } from './last-list.ts'
import {
  nameOfSlv,
  neighborsQuery,
  type Queue,
  toQueue,
} from './neighbors-view.ts'

/** A phone has room for the arrows alone. */
const width = { base: '5.75rem', sm: '8.5rem' }

type QueueNavProps = { slv: SlvDetail; list: LastList }

/**
 * '3 of 11 ↑ ↓': the position of an SLV in the list that the user came from,
 * with its neighbors.
 */
export const QueueNav = ({ slv: { id }, list }: QueueNavProps) => {
  const queue = toQueue(list, useProfile())
  const { data } = useQuery(neighborsQuery(queue, id))
  const navigate = useNavigate()
  const place = data?.place ?? null

  useEffect(() => {
    if (place !== null) openInQueue({ id, place, list })
  }, [id, place, list])

  const go = (row: SlvRow | null | undefined) =>
    row && queue && void navigate(queue.linkTo(row))
  useKeys([
    {
      keys: 'J',
      label: 'Next SLV in the list',
      run: () => go(data?.next),
      isOff: !data?.next,
    },
    {
      keys: 'K',
      label: 'Previous SLV in the list',
      run: () => go(data?.previous),
      isOff: !data?.previous,
    },
  ])
  // Reserves the width, so that nothing moves when the numbers load.
  if (!queue || !data || place === null) return <Group w={width} />
  const total = `${data.total.toLocaleString('en-US')}${data.isTotalCut ? '+' : ''}`
  return (
    <Group
      component="nav"
      gap={4}
      wrap="nowrap"
      justify="flex-end"
      w={width}
      aria-label={`In ${list.label}`}
    >
      <Text
        component="span"
        visibleFrom="sm"
        size="sm"
        c="dimmed"
        ff="text"
        style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}
      >
        {data.position === null
          ? `${total} left`
          : `${data.position.toLocaleString('en-US')} of ${total}`}
      </Text>
      <Neighbor
        row={data.previous}
        queue={queue}
        what="Previous"
        shortcut="Shift+K"
      />
      <Neighbor row={data.next} queue={queue} what="Next" shortcut="Shift+J" />
    </Group>
  )
}

type NeighborProps = {
  row: SlvRow | null
  queue: Queue
  what: 'Previous' | 'Next'
  shortcut: string
}

const Neighbor = ({ row, queue, what, shortcut }: NeighborProps) => {
  const Icon = what === 'Next' ? IconArrowDown : IconArrowUp
  const icon = <Icon size={16} aria-hidden />
  if (!row)
    return (
      <ActionIcon
        variant="subtle"
        disabled
        aria-label={`${what} SLV: there is none`}
      >
        {icon}
      </ActionIcon>
    )
  const label = `${what}: ${nameOfSlv(row)}`
  return (
    <Tooltip label={`${label} (${shortcut.replace('+', ' ')})`}>
      <ActionIcon
        variant="subtle"
        aria-label={label}
        aria-keyshortcuts={shortcut}
        renderRoot={(props) => <Link {...props} {...queue.linkTo(row)} />}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}
