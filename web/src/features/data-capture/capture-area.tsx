import { Checkbox } from '@mantine/core'
import { captureLimits } from '@portal/contract/data-capture/model'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import * as format from '../../lib/text/format.ts'
import { DropArea } from '../../ui/inputs/drop-area.tsx'
import classes from '../../ui/inputs/upload.module.css'
import { UploadBar, UploadRow } from '../../ui/inputs/upload-bar.tsx'
import { TinyButton } from '../../ui/presets.ts'
import type { useCapture } from './use-capture.ts'

const accepted = `CSV or Excel (.xlsx), up to ${format.fileSize(captureLimits.bytes)} and ${format.count(captureLimits.rows)} rows`

/** Where the data-capture file is dropped or chosen, with its progress or error. */
export const CaptureArea = ({ capture }: { capture: ReturnType<typeof useCapture> }) => {
  const { file, sent, problem, setProblem, send, retry, cancel } = capture
  const [createTdocs, setCreateTdocs] = useState(false)
  const sendFirst = (files: readonly File[]) => {
    const [first] = files
    if (files.length > 1) setProblem('Upload one file at a time.')
    else if (first) send(first, createTdocs)
  }
  return (
    <div>
      <DropArea
        label="Upload file"
        hint={`or drop one file here. ${accepted}.`}
        accept=".csv,.xlsx"
        isDisabled={file !== undefined}
        onFiles={sendFirst}
        onFolder={() => setProblem('You can’t upload a folder. Drop the file that is in it.')}
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
      {file && (
        <div className={classes.uploads}>
          <UploadRow name={file.name} button="Cancel" onClick={cancel} />
          <UploadBar name={file.name} size={file.size} sent={sent} />
        </div>
      )}
      {problem !== null && (
        <p className={classes.problem} role="alert">
          <IconAlertTriangle size={14} aria-hidden />
          <span>{problem}</span>
          {retry && <TinyButton onClick={retry}>Try again</TinyButton>}
        </p>
      )}
    </div>
  )
}
