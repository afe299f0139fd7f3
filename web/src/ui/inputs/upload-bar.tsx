import { ActionIcon, Box, Group, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import * as format from '../../lib/text/format.ts'

/**
 * Percent of a file that is sent. The last percent is the server's, which still
 * has to check and store the file.
 */
export const percentSent = (sent: number, size: number) =>
  size === 0 ? 0 : Math.min(99, Math.floor((sent / size) * 100))

/** How much of a file is sent. */
export const UploadBar = ({
  name,
  size,
  sent,
  lastStep = 'Checking and storing…',
}: {
  name: string
  size: number
  sent: number
  /** What the server does once the whole file is sent. */
  lastStep?: string
}) => (
  <>
    <Box
      my="0.25rem"
      h="0.375rem"
      bdrs="1rem"
      bg="var(--portal-line)"
      style={{ overflow: 'hidden' }}
      role="progressbar"
      aria-label={`Uploading ${name}`}
      aria-valuenow={percentSent(sent, size)}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <Box
        h="100%"
        w={`${percentSent(sent, size)}%`}
        bg="var(--mantine-primary-color-filled)"
        style={{ transition: 'width 150ms linear' }}
      />
    </Box>
    <Text size="xs" c="dimmed">
      {sent < size
        ? `${format.fileSize(sent)} of ${format.fileSize(size)}`
        : lastStep}
    </Text>
  </>
)

type UploadRowProps = {
  name: string
  button: 'Cancel' | 'Dismiss'
  onClick: () => void
  children?: ReactNode
}

/**
 * The name of a file that is being sent, and a button to cancel or dismiss it,
 * after other buttons.
 */
export const UploadRow = ({
  name,
  button,
  onClick,
  children,
}: UploadRowProps) => (
  <Group gap="xs" wrap="nowrap">
    <Text span truncate flex={1} title={name}>
      {name}
    </Text>
    {children}
    <ActionIcon
      size={24}
      aria-label={`${button}: ${name}`}
      title={button}
      onClick={onClick}
    >
      <IconX size={14} aria-hidden />
    </ActionIcon>
  </Group>
)
