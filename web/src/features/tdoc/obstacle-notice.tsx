import { Button, Group } from '@mantine/core'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { WarningBox } from '../../ui/warning-box.tsx'
import { changeLabel, valueText } from './change.ts'
import classes from './tdoc.module.css'
import { nameOf } from './words.ts'
import type { Obstacle } from './writes.ts'

type ObstacleNoticeProps = {
  obstacle: Obstacle
  tdocOf: (id: string) => Tdoc | undefined
  onLeaveOut: ((ids: readonly string[]) => void) | undefined
  onClose: () => void
}

export const ObstacleNotice = ({ obstacle, tdocOf, onLeaveOut, onClose }: ObstacleNoticeProps) => {
  const name = (id: string) => {
    const tdoc = tdocOf(id)
    return tdoc ? nameOf(tdoc) : 'A Tdoc that is not on this page'
  }
  return (
    <WarningBox role="alert" mah="12rem" fz="sm" style={{ overflow: 'auto' }}>
      <Group align="flex-start" gap="md">
        <div className={classes.words}>
          {obstacle.kind === 'STALE' ? (
            <p>
              <strong>{name(obstacle.id)}</strong> was just changed by someone else. The current values are shown; your
              change was not saved.
            </p>
          ) : (
            <>
              <p>
                {changeLabel(obstacle.change.kind)} was not set to {valueText(obstacle.change)}, because of:
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
        <Group gap="xs">
          {obstacle.kind === 'REFUSED' && onLeaveOut && (
            <Button variant="default" onClick={() => onLeaveOut([...obstacle.whys.keys()])}>
              Leave {obstacle.whys.size === 1 ? 'it' : 'them'} out
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </Group>
      </Group>
    </WarningBox>
  )
}
