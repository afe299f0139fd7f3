import { ActionIcon, Box, Button, Group, Popover, Stack } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconColumns3,
  IconMinus,
  IconPlus,
  type TablerIcon,
} from '@tabler/icons-react'
import { Panel } from '../panel.tsx'
import {
  type ColumnPrefs,
  type ColumnPreset,
  densities,
  getWidth,
  isPreset,
  isShown,
  noPrefs,
  presetPrefs,
  reordered,
  resized,
} from './columns.ts'

type Choosable = {
  key: string
  label: string
  width?: number
  isSticky?: boolean
  isHidden?: boolean
}

type ColumnChooserProps = {
  columns: readonly Choosable[]
  prefs: ColumnPrefs
  presets?: readonly ColumnPreset[] | undefined
  onChange: (prefs: ColumnPrefs) => void
}

/** Pixels by which narrower and wider change a column. */
const step = 24

const densityLabels = { COMFORTABLE: 'Comfortable', COMPACT: 'Compact' }

type ChoiceProps = { label: string; isOn: boolean; onClick: () => void }

const Choice = ({ label, isOn, onClick }: ChoiceProps) => (
  <Button
    size="compact-sm"
    variant={isOn ? 'light' : 'default'}
    aria-pressed={isOn}
    onClick={onClick}
  >
    {label}
  </Button>
)

/**
 * Shows, hides, moves and widens columns without a mouse, and sets the row
 * height. Reset restores the defaults.
 */
export const ColumnChooser = ({
  columns,
  prefs,
  presets = [],
  onChange,
}: ColumnChooserProps) => {
  const loose = columns.filter(({ isSticky }) => !isSticky)
  const keys = loose.map(({ key }) => key)
  return (
    <Panel>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          c="inherit"
          leftSection={<IconColumns3 size={16} aria-hidden />}
        >
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm">
        {presets.length > 0 && (
          <Group gap={4} pb="xs" role="group" aria-label="Column presets">
            {presets.map((preset) => (
              <Choice
                key={preset.label}
                label={preset.label}
                isOn={isPreset(columns, prefs, preset)}
                onClick={() => onChange(presetPrefs(keys, preset, prefs))}
              />
            ))}
          </Group>
        )}
        <Group gap={4} pb="xs" role="group" aria-label="Row height">
          {densities.map((density) => (
            <Choice
              key={density}
              label={densityLabels[density]}
              isOn={density === prefs.density}
              onClick={() => onChange({ ...prefs, density })}
            />
          ))}
        </Group>
        <Stack
          component="ul"
          gap={0}
          mah="60vh"
          p={0}
          style={{ overflow: 'auto', listStyle: 'none' }}
        >
          {columns.map((column) => (
            <ColumnLine
              key={column.key}
              column={column}
              prefs={prefs}
              order={keys}
              onChange={onChange}
            />
          ))}
        </Stack>
        <Button
          mt="xs"
          fullWidth
          variant="default"
          onClick={() => onChange(noPrefs)}
        >
          Reset
        </Button>
      </Popover.Dropdown>
    </Panel>
  )
}

type ColumnLineProps = {
  column: Choosable
  prefs: ColumnPrefs
  /** The keys of the columns that can be moved. */
  order: readonly string[]
  onChange: (prefs: ColumnPrefs) => void
}

/** One column: whether it is shown, its place and its width. */
const ColumnLine = ({ column, prefs, order, onChange }: ColumnLineProps) => {
  const { key, label, isSticky = false } = column
  const move = (by: number) => {
    const target = order[order.indexOf(key) + by]
    if (target) onChange({ ...prefs, order: reordered(order, key, target) })
  }
  const widen = (by: number) =>
    onChange(resized(prefs, key, getWidth(column, prefs) + by))
  return (
    <Group component="li" gap={2} wrap="nowrap" mih="2rem">
      <ShownCheckbox column={column} prefs={prefs} onChange={onChange} />
      <StepButton
        label={`Move ${label} up`}
        Icon={IconArrowUp}
        isOff={isSticky || key === order[0]}
        onClick={() => move(-1)}
      />
      <StepButton
        label={`Move ${label} down`}
        Icon={IconArrowDown}
        isOff={isSticky || key === order.at(-1)}
        onClick={() => move(1)}
      />
      <StepButton
        label={`Make ${label} narrower`}
        Icon={IconMinus}
        onClick={() => widen(-step)}
      />
      <StepButton
        label={`Make ${label} wider`}
        Icon={IconPlus}
        onClick={() => widen(step)}
      />
    </Group>
  )
}

const ShownCheckbox = ({
  column,
  prefs,
  onChange,
}: Omit<ColumnLineProps, 'order'>) => (
  <Group
    component="label"
    flex={1}
    gap="0.5rem"
    wrap="nowrap"
    miw="6.5rem"
    pe="0.25rem"
    style={{ cursor: 'pointer' }}
  >
    <Box
      component="input"
      w="1rem"
      h="1rem"
      m={0}
      style={{ accentColor: 'var(--mantine-primary-color-filled)' }}
      type="checkbox"
      checked={isShown(column, prefs)}
      disabled={column.isSticky}
      onChange={(event) =>
        onChange({
          ...prefs,
          shown: {
            ...prefs.shown,
            [column.key]: event.currentTarget.checked,
          },
        })
      }
    />
    {column.label}
  </Group>
)

type StepButtonProps = {
  label: string
  Icon: TablerIcon
  isOff?: boolean
  onClick: () => void
}

const StepButton = ({
  label,
  Icon,
  isOff = false,
  onClick,
}: StepButtonProps) => (
  <ActionIcon
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
