import { Button } from '@mantine/core'
import { acceptedExtensions } from '@portal/contract/document/model'
import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { takenIn } from './check-file.ts'
import { carriesFiles, droppedFiles } from './dropped-files.ts'
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
  const chooser = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const [isOver, setIsOver] = useState(false)
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
  const over = (event: DragEvent) => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    setIsOver(true)
  }
  const drop = (event: DragEvent) => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    setIsOver(false)
    const { files, hasFolder } = droppedFiles(event.dataTransfer)
    void bring(files)
    if (hasFolder) setProblem('Folders cannot be sent. Drop the files that are in it.')
  }

  return (
    <div ref={place}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for keyboards */}
      <div
        className={classes.area}
        data-over={isOver || undefined}
        data-small={isSmall || undefined}
        data-upload-area
        onDragEnter={over}
        onDragOver={over}
        onDragLeave={(event) => {
          if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)))
            setIsOver(false)
        }}
        onDrop={drop}
      >
        <Button
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
          {...(what && { 'aria-label': `${label}: ${what}` })}
          aria-describedby={hintId}
          onClick={() => chooser.current?.click()}
        >
          {label}
        </Button>
        <span id={hintId} className={classes.hint}>
          {isOver ? 'Let go to send' : (hint ?? `or drop files here. ${takenIn}.`)}
        </span>
        <input
          ref={chooser}
          className={classes.chooser}
          type="file"
          multiple
          accept={acceptedExtensions}
          tabIndex={-1}
          aria-hidden
          aria-label={what ? `${label}: ${what}` : label}
          onChange={({ currentTarget }) => {
            void bring([...(currentTarget.files ?? [])])
            // The same file may be chosen again.
            currentTarget.value = ''
          }}
        />
      </div>
      {problem !== null && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <UploadList uploader={uploader} uploads={uploads} />
    </div>
  )
}
