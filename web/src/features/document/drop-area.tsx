import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { carriesFiles, droppedFiles } from './dropped-files.ts'
import classes from './upload.module.css'

type DropAreaProps = {
  /** What is brought here: 'Add documents'. */
  label: string
  /** Tells areas with the same label apart, for whoever does not see where they stand. */
  what?: string | undefined
  /** What may be dropped. */
  hint: ReactNode
  /** Extensions that the browser's own dialog offers. */
  accept: string
  isMultiple?: boolean
  isSmall?: boolean
  isDisabled?: boolean
  onFiles: (files: readonly File[]) => void
  /** A folder was among what was dropped; it is not in the files. */
  onFolder: () => void
}

/** Where files are dropped or chosen. */
export const DropArea = ({ label, what, hint, accept, isDisabled = false, onFiles, ...area }: DropAreaProps) => {
  const chooser = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const [isOver, setIsOver] = useState(false)
  const isOff = (event: DragEvent) => isDisabled || !carriesFiles(event)

  const over = (event: DragEvent) => {
    if (isOff(event)) return
    event.preventDefault()
    setIsOver(true)
  }
  const drop = (event: DragEvent) => {
    if (isOff(event)) return
    event.preventDefault()
    setIsOver(false)
    const { files, hasFolder } = droppedFiles(event.dataTransfer)
    onFiles(files)
    if (hasFolder) area.onFolder()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for keyboards
    <div
      className={classes.area}
      data-over={isOver || undefined}
      data-small={area.isSmall || undefined}
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
        disabled={isDisabled}
        onClick={() => chooser.current?.click()}
      >
        {label}
      </Button>
      <span id={hintId} className={classes.hint}>
        {isOver ? 'Let go to send' : hint}
      </span>
      <input
        ref={chooser}
        className={classes.chooser}
        type="file"
        multiple={area.isMultiple}
        accept={accept}
        tabIndex={-1}
        aria-hidden
        aria-label={what ? `${label}: ${what}` : label}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // The same file may be chosen again.
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
