import * as format from '../../lib/format.ts'
import classes from './upload.module.css'

type UploadBarProps = { name: string; size: number; sent: number; percent: number }

/** How much of a file is sent. Its last percent is the server's, which still has to look at it. */
export const UploadBar = ({ name, size, sent, percent }: UploadBarProps) => (
  <>
    <div
      className={classes.bar}
      role="progressbar"
      aria-label={`Uploading ${name}`}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <div style={{ width: `${percent}%` }} />
    </div>
    <div className={classes.under}>
      {sent < size ? `${format.fileSize(sent)} of ${format.fileSize(size)}` : 'Being checked and stored …'}
    </div>
  </>
)
