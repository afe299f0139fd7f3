import { ActionIcon, Button } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import * as format from '../../lib/format.ts'
import classes from './upload.module.css'
import { UploadBar } from './upload-bar.tsx'
import { mayRetry, percentSent, type Upload } from './upload-queue.ts'
import type { Uploader } from './uploader.ts'

type UploadListProps = { uploader: Uploader; uploads: readonly Upload[] }

/** The files that are on their way, or did not arrive: each with its progress, or with why. */
export const UploadList = ({ uploader, uploads }: UploadListProps) =>
  uploads.length === 0 ? null : (
    <ul className={classes.uploads} aria-label="Uploads">
      {uploads.map((upload) => (
        <li key={upload.key} data-state={upload.state}>
          <div className={classes.head}>
            <span className={classes.name} title={upload.name}>
              {upload.name}
            </span>
            <UploadButtons uploader={uploader} upload={upload} />
          </div>
          <UploadProgress upload={upload} />
          {upload.problem !== null && (
            <p className={classes.problem} role="alert">
              <IconAlertTriangle size={14} aria-hidden />
              {upload.problem}
            </p>
          )}
        </li>
      ))}
    </ul>
  )

const UploadButtons = ({ uploader, upload }: { uploader: Uploader; upload: Upload }) => {
  const { key, name, state } = upload
  const isOnItsWay = state === 'WAITING' || state === 'SENDING'
  return (
    <>
      {mayRetry(upload) && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Try again: ${name}`}
          onClick={() => uploader.retry(key)}
        >
          Try again
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        aria-label={isOnItsWay ? `Cancel: ${name}` : `Dismiss: ${name}`}
        title={isOnItsWay ? 'Cancel' : 'Dismiss'}
        onClick={() => (isOnItsWay ? uploader.cancel(key) : uploader.dismiss(key))}
      >
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </>
  )
}

const UploadProgress = ({ upload }: { upload: Upload }) => {
  const { name, state, sent, size } = upload
  if (state === 'WAITING') return <div className={classes.under}>Waiting · {format.fileSize(size)}</div>
  if (state === 'CANCELLED') return <div className={classes.under}>Cancelled</div>
  if (state !== 'SENDING') return null
  return <UploadBar name={name} size={size} sent={sent} percent={percentSent(upload)} />
}
