import { Box, Button, Group, Text } from '@mantine/core'
import type { DownloadCheck } from '@portal/contract/lib/paging'
import {
  tooManyText,
  type WorkbookSubject,
} from '@portal/contract/reporting/messages'
import { IconFileSpreadsheet, IconX } from '@tabler/icons-react'
import { fileSize } from '../../lib/text/format.ts'
import type { Download } from './downloads.ts'

type DownloadButtonProps<Query> = {
  query: Query
  what: WorkbookSubject
  check: DownloadCheck | undefined
  download: Download<Query>
  isDisabled: boolean
}

export const DownloadButton = <Query,>({
  query,
  what,
  check,
  download,
  isDisabled,
}: DownloadButtonProps<Query>) => {
  const { start, cancel, isRunning, bytes } = download
  const isTooMuch = check !== undefined && check.count > check.most

  if (isRunning)
    return (
      <>
        <Button leftSection={<IconX size={16} aria-hidden />} onClick={cancel}>
          Cancel download
        </Button>
        <Group gap="sm" flex="0 0 100%" c="dimmed">
          <Box component="progress" flex="1" miw={0} aria-label="Download" />
          <span>
            {bytes === 0
              ? 'The workbook is being written…'
              : `${fileSize(bytes)} so far`}
          </span>
        </Group>
      </>
    )
  return (
    <>
      <Button
        leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
        disabled={isDisabled || isTooMuch || check?.count === 0}
        onClick={() => start(query)}
      >
        Download Excel
      </Button>
      {isTooMuch && (
        <Text c="var(--mantine-color-error)" flex="0 0 100%" role="alert">
          {tooManyText(check.most, what)}
        </Text>
      )}
    </>
  )
}
