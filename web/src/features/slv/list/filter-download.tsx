import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { tooManyText } from '@portal/contract/reporting/messages'
import { IconFileSpreadsheet, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { downloadCheckQuery, useDownloadSlvs } from '../../reporting/queries.ts'
import classes from './filter-download.module.css'

type DownloadButtonProps = {
  query: Parameters<typeof downloadCheckQuery>[0]
  isDisabled: boolean
  onSaved: () => void
}

/** Saves what the chosen filters find as a workbook. While it is written the same place cancels that. */
export const DownloadButton = ({ query, isDisabled, onSaved }: DownloadButtonProps) => {
  const [wanted] = useDebouncedValue(JSON.stringify(query), 250)
  const isSettled = wanted === JSON.stringify(query)
  const { data } = useQuery({
    ...downloadCheckQuery(query),
    enabled: isSettled && !isDisabled,
    placeholderData: keepPreviousData,
  })
  const { start, cancel, isRunning, bytes } = useDownloadSlvs(onSaved)
  const isTooMuch = data !== undefined && data.count > data.most

  if (isRunning)
    return (
      <>
        <Button leftSection={<IconX size={16} aria-hidden />} onClick={cancel}>
          Cancel download
        </Button>
        <div className={classes.running}>
          <progress aria-label="Download" />
          <span>{bytes === 0 ? 'The workbook is being written…' : `${sizeText(bytes)} so far`}</span>
        </div>
      </>
    )
  return (
    <>
      <Button
        leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
        disabled={isDisabled || isTooMuch || data?.count === 0}
        onClick={() => start(query)}
      >
        Download Excel
      </Button>
      {isTooMuch && (
        <p className={classes.tooMany} role="alert">
          {tooManyText(data.most)}
        </p>
      )}
    </>
  )
}

/** '340 kB', '1.2 MB' */
const sizeText = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
