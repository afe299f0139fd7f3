import { Box, Text } from '@mantine/core'
import * as format from '../../lib/text/format.ts'

/** Percent of a file that is sent. The last percent is the server's, which still has to check and store the file. */
export const percentSent = (sent: number, size: number) =>
  size === 0 ? 0 : Math.min(99, Math.floor((sent / size) * 100))

/** How much of a file is sent. */
export const UploadBar = ({ name, size, sent }: { name: string; size: number; sent: number }) => (
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
      {sent < size ? `${format.fileSize(sent)} of ${format.fileSize(size)}` : 'Checking and storing…'}
    </Text>
  </>
)
