import { Box, Group, type GroupProps } from '@mantine/core'
import { IconAlertTriangle, type TablerIcon } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { WarningBox } from '../../ui/notice.tsx'

/** Text that differs from what it should be, and its icon. */
export const amber = 'light-dark(#8f4a00, #ffc078)'

type WarningProps = ComponentProps<typeof WarningBox> & {
  icon?: TablerIcon
  align?: GroupProps['align']
}

/** A yellow box with an icon before its text. */
export const Warning = ({
  icon: Icon = IconAlertTriangle,
  align = 'flex-start',
  children,
  ...box
}: WarningProps) => (
  <WarningBox {...box}>
    <Group gap="xs" wrap="nowrap" align={align}>
      <Icon size={18} style={{ flex: 'none' }} aria-hidden />
      <Box flex={1} miw={0}>
        {children}
      </Box>
    </Group>
  </WarningBox>
)
