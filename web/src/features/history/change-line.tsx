import { Text } from '@mantine/core'
import type { Change } from '@portal/contract/history/model'
import { IconArrowRight } from '@tabler/icons-react'
import { fieldText } from '../../records/slv/field-text.ts'

type ChangeLineProps = {
  change: Change
  label: string
  withEmpty?: boolean
}

/**
 * One field with its value before and after. An empty value before is left out,
 * unless `withEmpty`.
 */
export const ChangeLine = ({
  change: { field, before, after },
  label,
  withEmpty = false,
}: ChangeLineProps) => (
  <>
    <Text span inherit c="dimmed">
      {label}:
    </Text>{' '}
    {(before !== null || withEmpty) && (
      <>
        {/* Not struck through: a line across '−37.5' would hide its sign. */}
        <Text component="del" inherit c="dimmed" td="none">
          {fieldText(field, before)}
        </Text>{' '}
        <ChangeArrow />{' '}
      </>
    )}
    <Text component="ins" inherit fw={500} td="none">
      {fieldText(field, after)}
    </Text>
  </>
)

/** From one value to another. */
export const ChangeArrow = ({ size = 12 }: { size?: number }) => (
  <IconArrowRight
    style={{ verticalAlign: 'middle' }}
    size={size}
    role="img"
    aria-label="to"
  />
)
