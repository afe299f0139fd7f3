import { Button, CloseButton, Group, Kbd, Text } from '@mantine/core'
import { slaOn } from '@portal/contract/slv/clocks'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useKeys } from '../../../lib/keys.ts'
import { dueText } from '../../../lib/text/due.ts'
import { useProfile } from '../../../records/auth/queries.ts'
import {
  forgetMove,
  type useLastChange,
} from '../../../records/slv/last-change.ts'
import { InStrip } from '../../../ui/toasts.tsx'
import { nameOfSlv, neighborsQuery, toQueue } from './neighbors-view.ts'

type NextBarProps = { change: NonNullable<ReturnType<typeof useLastChange>> }

/**
 * 'Approved · next: 7009060 Taylor, due today 5 PM', with a focused button;
 * after the last SLV, a way back.
 */
export const NextBar = ({ change }: NextBarProps) => {
  const { id, place, list, done } = change
  const queue = toQueue(list, useProfile())
  const { data, isFetchedAfterMount } = useQuery({
    ...neighborsQuery(queue, id, place),
    staleTime: 0,
  })
  const navigate = useNavigate()
  const next = data?.next
  const due = queue && next && slaOn(queue.clock, next)
  // A later refetch must not hide the button that is about to be pressed.
  const isReady = data !== undefined && isFetchedAfterMount
  const target = useFocusWhen(isReady)
  const open = () => {
    forgetMove()
    if (next && queue) void navigate(queue.linkTo(next))
    else void navigate({ to: list.path, search: list.search })
  }
  useKeys([
    {
      keys: 'Enter',
      label: next ? 'Open the next SLV' : `Back to ${list.label}`,
      run: open,
      isOff: !isReady,
    },
    { keys: 'Escape', label: 'Stay here', run: forgetMove },
  ])
  if (!isReady || !queue) return null
  const to = next ? queue.linkTo(next) : { to: list.path, search: list.search }
  return (
    <InStrip>
      <Group gap="sm" wrap="nowrap" role="status">
        <Text size="sm">
          {next ? (
            <>
              {done} · next: <b>{nameOfSlv(next)}</b>
              {due && `, ${dueText(due)}`}
            </>
          ) : (
            `${done}. That was the last one in this list.`
          )}
        </Text>
        <Button
          ref={target}
          size="compact-sm"
          onClick={forgetMove}
          rightSection={<Kbd size="xs">↵</Kbd>}
          style={{ flex: 'none' }}
          renderRoot={(props) => <Link {...props} {...to} />}
        >
          {next ? 'Open next' : `Back to ${list.label}`}
        </Button>
        <CloseButton size="sm" aria-label="Stay here" onClick={forgetMove} />
      </Group>
    </InStrip>
  )
}

/**
 * Focuses an element once it is shown, after a dialog that closes has returned
 * the focus.
 */
const useFocusWhen = (isReady: boolean) => {
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(
      () => ref.current?.focus({ preventScroll: true }),
      50,
    )
    return () => clearTimeout(timer)
  }, [isReady])
  return ref
}
