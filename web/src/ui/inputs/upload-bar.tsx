import { Text } from '@mantine/core'
import * as format from '../../lib/text/format.ts'
import classes from './upload.module.css'

/** Percent of a file that is sent. The last percent is the server's, which still has to check and store the file. */
export const percentSent = (sent: number, size: number) =>
  size === 0 ? 0 : Math.min(99, Math.floor((sent / size) * 100))

/** How much of a file is sent. */
export const UploadBar = ({ name, size, sent }: { name: string; size: number; sent: number }) => (
  <>
    <div
      className={classes.bar}
      role="progressbar"
      aria-label={`Uploading ${name}`}
      aria-valuenow={percentSent(sent, size)}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <div style={{ width: `${percentSent(sent, size)}%` }} />
    </div>
    <Text size="xs" c="dimmed">
      {sent < size ? `${format.fileSize(sent)} of ${format.fileSize(size)}` : 'Checking and storing…'}
    </Text>
  </>
)
