import { ActionIcon, Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3, IconMinus, IconPlus } from '@tabler/icons-react'
import { Panel } from '../panel.tsx'
import classes from './column-chooser.module.css'
import { type ColumnPrefs, isShown, noPrefs, reordered, resized, widthOf } from './columns.ts'

type Choosable = { key: string; label: string; width?: number; isSticky?: boolean; isHidden?: boolean }

type ColumnChooserProps = {
  columns: readonly Choosable[]
  prefs: ColumnPrefs
  onChange: (prefs: ColumnPrefs) => void
}

/** Pixels by which a press on narrower or wider moves a column's edge. */
const step = 24

/** Shows and hides, moves and widens columns without a mouse; 'Reset' is as the list came. */
export const ColumnChooser = ({ columns, prefs, onChange }: ColumnChooserProps) => {
  const loose = columns.filter(({ isSticky }) => !isSticky)
  const keys = loose.map(({ key }) => key)
  const move = (key: string, by: number) => {
    const target = keys[keys.indexOf(key) + by]
    if (target) onChange({ ...prefs, order: reordered(keys, key, target) })
  }

  return (
    <Panel
      target={(props) => (
        <Button
          {...props}
          variant="subtle"
          color="gray"
          c="inherit"
          leftSection={<IconColumns3 size={16} aria-hidden />}
        >
          Columns
        </Button>
      )}
    >
      {() => (
        <>
          <ul className={classes.chooser}>
            {columns.map((column) => (
              <li key={column.key}>
                <label>
                  <input
                    type="checkbox"
                    checked={isShown(column, prefs)}
                    disabled={column.isSticky}
                    onChange={(event) =>
                      onChange({ ...prefs, shown: { ...prefs.shown, [column.key]: event.currentTarget.checked } })
                    }
                  />
                  {column.label}
                </label>
                <Step
                  label={`Move ${column.label} up`}
                  Icon={IconArrowUp}
                  isOff={column.isSticky || column.key === keys[0]}
                  onClick={() => move(column.key, -1)}
                />
                <Step
                  label={`Move ${column.label} down`}
                  Icon={IconArrowDown}
                  isOff={column.isSticky || column.key === keys.at(-1)}
                  onClick={() => move(column.key, 1)}
                />
                <Step
                  label={`Make ${column.label} narrower`}
                  Icon={IconMinus}
                  onClick={() => onChange(resized(prefs, column.key, widthOf(column, prefs) - step))}
                />
                <Step
                  label={`Make ${column.label} wider`}
                  Icon={IconPlus}
                  onClick={() => onChange(resized(prefs, column.key, widthOf(column, prefs) + step))}
                />
              </li>
            ))}
          </ul>
          <Button mt="xs" fullWidth variant="default" onClick={() => onChange(noPrefs)}>
            Reset
          </Button>
        </>
      )}
    </Panel>
  )
}

type StepProps = { label: string; Icon: typeof IconPlus; isOff?: boolean | undefined; onClick: () => void }

const Step = ({ label, Icon, isOff = false, onClick }: StepProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    c="inherit"
    size={24}
    aria-label={label}
    title={label}
    disabled={isOff}
    onClick={onClick}
  >
    <Icon size={14} aria-hidden />
  </ActionIcon>
)
