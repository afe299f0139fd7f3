import { Button } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { useFlush } from '../pending-writes.tsx'
import { useMove } from '../queries.ts'
import { actionLabel, type OneClickAction } from './action-table.ts'

type OneClickButtonProps = { slv: SlvDetail; action: OneClickAction; isPrimary: boolean; onMoved: () => void }

/** A move that needs no more than the click. */
export const OneClickButton = ({ slv: { id }, action, isPrimary, onMoved }: OneClickButtonProps) => {
  const flush = useFlush()
  const { mutate, isPending } = useMove(id, action, onMoved)
  const move = async () => {
    try {
      await flush()
    } catch {
      // Whatever could not be saved says so where it stands.
      return
    }
    mutate(null)
  }
  return (
    <Button variant={isPrimary ? 'filled' : 'default'} loading={isPending} onClick={move}>
      {actionLabel(action)}
    </Button>
  )
}
