import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'

type MoveButtonsProps = {
  /** What is moved: 'Reserves verified'. */
  name: string
  index: number
  /** How many there are. */
  count: number
  onMove: (target: number) => void
}

/** Moves a row of an ordered list; the focus stays on its buttons. */
export const MoveButtons = ({
  name,
  index,
  count,
  onMove,
}: MoveButtonsProps) => {
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)
  const move = (target: number) => {
    flushSync(() => onMove(target))
    const isLast = target === count - 1
    const goesUp = isLast || (target < index && target > 0)
    const button = goesUp ? up : down
    button.current?.focus()
  }
  return (
    <>
      <ActionIcon
        ref={up}
        aria-label={`Move ${name} up`}
        title="Move up"
        disabled={index === 0}
        onClick={() => move(index - 1)}
      >
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        ref={down}
        aria-label={`Move ${name} down`}
        title="Move down"
        disabled={index === count - 1}
        onClick={() => move(index + 1)}
      >
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
    </>
  )
}
