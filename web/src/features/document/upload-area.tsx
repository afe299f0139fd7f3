import { acceptedExtensions } from '@portal/contract/document/model'
import { type ReactNode, useState } from 'react'
import { takenIn } from './check-file.ts'
import { DropArea } from './drop-area.tsx'
import classes from './upload.module.css'
import { UploadList } from './upload-list.tsx'
import type { UploadTarget } from './upload-queue.ts'
import { useInSight, useUploads } from './uploads.ts'

type UploadAreaProps = {
  /** The SLV. */
  id: string
  target: UploadTarget
  /** What is brought here: 'Add documents'. */
  label: string
  /** Tells areas with the same label apart, for whoever does not see where they stand. */
  what?: string
  /** Takes the files instead of sending them all to `target`; what it rejects with is shown. */
  onFiles?: (files: readonly File[]) => Promise<unknown>
  /** Stands in place of what is taken in. */
  hint?: ReactNode
  isSmall?: boolean
}

/** Where files are dropped or chosen, and below it those that are on their way. */
export const UploadArea = ({ id, target, label, what, onFiles, hint, isSmall = false }: UploadAreaProps) => {
  const { uploader, uploads } = useUploads(id, target)
  const place = useInSight(id, target)
  const [problem, setProblem] = useState<string | null>(null)

  const bring = async (files: readonly File[]) => {
    setProblem(null)
    if (files.length === 0) return
    try {
      await (onFiles ? onFiles(files) : uploader.add(target, files))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }

  return (
    <div ref={place}>
      <DropArea
        label={label}
        what={what}
        hint={hint ?? `or drop files here. ${takenIn}.`}
        accept={acceptedExtensions}
        isMultiple
        isSmall={isSmall}
        onFiles={(files) => void bring(files)}
        onFolder={() => setProblem('Folders cannot be sent. Drop the files that are in it.')}
      />
      {problem !== null && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <UploadList uploader={uploader} uploads={uploads} />
    </div>
  )
}
