import { Button } from '@mantine/core'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { changeLabels, valueText } from './change.ts'
import classes from './tdoc.module.css'
import { nameOf } from './words.ts'
import type { Obstacle } from './writes.ts'

type ObstacleNoticeProps = {
  obstacle: Obstacle
  tdocOf: (id: string) => Tdoc | undefined
  /** Takes rows out of the selection; absent where none of them is in it. */
  onLeaveOut: ((ids: readonly string[]) => void) | undefined
  onClose: () => void
}

/** Why a change was not made, over the table: nothing is lost, and the rows show how they stand. */
export const ObstacleNotice = ({ obstacle, tdocOf, onLeaveOut, onClose }: ObstacleNoticeProps) => {
  const name = (id: string) => {
    const tdoc = tdocOf(id)
    return tdoc ? nameOf(tdoc) : 'A Tdoc that is not on this page'
  }
  return (
    <section className={classes.notice} role="alert">
      <div className={classes.words}>
        {obstacle.kind === 'STALE' ? (
          <p>
            <strong>{name(obstacle.id)}</strong> was changed by somebody else in the meantime. It shows how it stands
            now; your change was not made.
          </p>
        ) : (
          <>
            <p>
              {changeLabels[obstacle.change.kind]} was not set to {valueText(obstacle.change)}, because of:
            </p>
            <ul>
              {[...obstacle.whys].map(([id, why]) => (
                <li key={id}>
                  <strong>{name(id)}</strong>: {why}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <div className={classes.buttons}>
        {obstacle.kind === 'REFUSED' && onLeaveOut && (
          <Button variant="default" onClick={() => onLeaveOut([...obstacle.whys.keys()])}>
            Leave {obstacle.whys.size === 1 ? 'it' : 'them'} out
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </section>
  )
}
