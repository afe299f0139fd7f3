import { Text } from '@mantine/core'
import { acceptedExtensions } from '@portal/contract/document/model'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import * as format from '../../../lib/text/format.ts'
import { acceptedFiles } from '../../../records/document/check-file.ts'
import {
  isActive,
  type Upload,
  type Uploader,
  type UploadTarget,
} from '../../../records/document/uploader.ts'
import {
  useUploads,
  useVisibleArea,
} from '../../../records/document/uploads.ts'
import { DropArea } from '../../../ui/inputs/drop-area.tsx'
import classes from '../../../ui/inputs/upload.module.css'
import { UploadBar, UploadRow } from '../../../ui/inputs/upload-bar.tsx'
import { TinyButton } from '../../../ui/presets.ts'

type UploadAreaProps = {
  /** The SLV. */
  id: string
  target: UploadTarget
  label: string
  /** Distinguishes areas with the same label for screen readers. */
  what?: string
  /**
   * Receives the files instead of `target`. If it rejects, the reason is shown.
   */
  onFiles?: (files: readonly File[]) => Promise<unknown>
  /** Replaces the list of accepted files. */
  hint?: ReactNode
  isSmall?: boolean
}

/** Where files are dropped or chosen, with the uploads below. */
export const UploadArea = ({
  id,
  target,
  label,
  what,
  onFiles,
  hint,
  isSmall = false,
}: UploadAreaProps) => {
  const { uploader, uploads } = useUploads(id, target)
  const area = useVisibleArea(id, target)
  const [problem, setProblem] = useState<string | null>(null)

  const add = async (files: readonly File[]) => {
    setProblem(null)
    if (files.length === 0) return
    try {
      await (onFiles ? onFiles(files) : uploader.add(target, files))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }

  return (
    <div ref={area}>
      <DropArea
        label={label}
        what={what}
        hint={hint ?? `or drop files here. ${acceptedFiles}.`}
        accept={acceptedExtensions}
        isMultiple
        hasCamera
        isSmall={isSmall}
        onFiles={(files) => void add(files)}
        onFolder={() =>
          setProblem(
            'You can’t upload a folder. Drop the files that are in it.',
          )
        }
      />
      {problem !== null && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      {uploads.length > 0 && (
        <ul className={classes.uploads} aria-label="Uploads">
          {uploads.map((upload) => (
            <UploadItem key={upload.key} uploader={uploader} upload={upload} />
          ))}
        </ul>
      )}
    </div>
  )
}

const UploadItem = ({
  uploader,
  upload,
}: {
  uploader: Uploader
  upload: Upload
}) => {
  const { key, file, state, sent, problem } = upload
  const { name, size } = file
  return (
    <li>
      <UploadRow
        name={name}
        button={isActive(upload) ? 'Cancel' : 'Dismiss'}
        onClick={() =>
          isActive(upload) ? uploader.cancel(key) : uploader.dismiss(key)
        }
      >
        {(state === 'FAILED' || state === 'CANCELLED') && (
          <TinyButton
            aria-label={`Try again: ${name}`}
            onClick={() => uploader.retry(key)}
          >
            Try again
          </TinyButton>
        )}
      </UploadRow>
      {state === 'WAITING' && (
        <Text size="xs" c="dimmed">
          Waiting · {format.fileSize(size)}
        </Text>
      )}
      {state === 'PAUSED' && (
        <Text size="xs" c="dimmed" role="status">
          The connection was lost. This file is sent again when it is back.
        </Text>
      )}
      {state === 'CANCELLED' && (
        <Text size="xs" c="dimmed">
          Canceled
        </Text>
      )}
      {state === 'SENDING' && <UploadBar name={name} size={size} sent={sent} />}
      {problem !== null && (
        <p className={classes.problem} role="alert">
          <IconAlertTriangle size={14} aria-hidden />
          {problem}
        </p>
      )}
    </li>
  )
}
