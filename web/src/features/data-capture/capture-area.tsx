import { ActionIcon, Button, Checkbox } from '@mantine/core'
import { captureLimits } from '@portal/contract/data-capture/model'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import * as format from '../../lib/format.ts'
import { DropArea } from '../document/drop-area.tsx'
import classes from '../document/upload.module.css'
import { UploadBar } from '../document/upload-bar.tsx'
import type { useCapture } from './use-capture.ts'

const taken = `CSV or Excel (.xlsx), up to ${format.fileSize(captureLimits.bytes)} and ${format.count(captureLimits.rows)} rows`

/** Where the data-capture file is dropped or chosen, how far it is, and what went wrong with it. */
export const CaptureArea = ({ capture }: { capture: ReturnType<typeof useCapture> }) => {
  const { file, sent, problem, say, send, again, cancel } = capture
  const [createTdocs, setCreateTdocs] = useState(false)
  const bring = (files: readonly File[]) => {
    const [first] = files
    if (files.length > 1) say('One file at a time: drop or choose a single one.')
    else if (first) send(first, createTdocs)
  }
  return (
    <div>
      <DropArea
        label="Upload file"
        hint={`or drop one file here. ${taken}.`}
        accept=".csv,.xlsx"
        isDisabled={file !== undefined}
        onFiles={bring}
        onFolder={() => say('Folders cannot be sent. Drop the file that is in it.')}
      />
      <Checkbox
        mt="xs"
        size="sm"
        label="Create a Tdoc for each image file name that has none"
        description="Otherwise those rows are rejected as unknown."
        checked={createTdocs}
        disabled={file !== undefined}
        onChange={({ currentTarget }) => setCreateTdocs(currentTarget.checked)}
      />
      {file && <Sending file={file} sent={sent} onCancel={cancel} />}
      {problem !== null && (
        <p className={classes.problem} role="alert">
          <IconAlertTriangle size={14} aria-hidden />
          <span>{problem}</span>
          {again && (
            <Button size="compact-xs" variant="default" onClick={again}>
              Try again
            </Button>
          )}
        </p>
      )}
    </div>
  )
}

const Sending = ({ file: { name, size }, sent, onCancel }: { file: File; sent: number; onCancel: () => void }) => {
  // The last percent is the server's, which still has to look at it.
  const percent = size === 0 ? 0 : Math.min(99, Math.floor((sent / size) * 100))
  return (
    <div className={classes.uploads}>
      <div className={classes.head}>
        <span className={classes.name} title={name}>
          {name}
        </span>
        <ActionIcon variant="subtle" color="gray" size={24} aria-label={`Cancel: ${name}`} onClick={onCancel}>
          <IconX size={14} aria-hidden />
        </ActionIcon>
      </div>
      <UploadBar name={name} size={size} sent={sent} percent={percent} />
    </div>
  )
}
