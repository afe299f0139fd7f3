import { Box, Button, FileButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCamera, IconUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import classes from './upload.module.css'

type DropAreaProps = {
  label: string
  /** Distinguishes areas with the same label for screen readers. */
  what?: string | undefined
  /** What can be dropped. */
  hint: ReactNode
  /** Extensions for the browser's file dialog. */
  accept: string
  isMultiple?: boolean
  /** On phones and tablets, also a button that opens the camera. */
  hasCamera?: boolean
  isSmall?: boolean
  isDisabled?: boolean
  onFiles: (files: readonly File[]) => void
  /** A folder was dropped; it is not among the files. */
  onFolder: () => void
}

/** Where files are dropped or chosen. */
export const DropArea = ({
  label,
  what,
  isMultiple = false,
  isDisabled = false,
  onFiles,
  ...area
}: DropAreaProps) => {
  const resetChooser = useRef<() => void>(null)
  const hintId = useId()
  const name = what ? `${label}: ${what}` : label
  const [isOver, setIsOver] = useState(false)
  const isOff = (event: DragEvent) => isDisabled || !hasFiles(event)

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
    <fieldset
      className={classes.area}
      data-over={isOver || undefined}
      data-small={area.isSmall || undefined}
      data-upload-area
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={(event) => {
        if (!isInside(event)) setIsOver(false)
      }}
      onDrop={drop}
    >
      <FileButton
        multiple
        accept={area.accept}
        disabled={isDisabled}
        resetRef={resetChooser}
        inputProps={{
          multiple: isMultiple,
          tabIndex: -1,
          'aria-hidden': true,
          'aria-label': name,
        }}
        onChange={(files) => {
          onFiles(files)
          // So that the same file can be chosen again.
          resetChooser.current?.()
        }}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden />}
            aria-label={name}
            aria-describedby={hintId}
            disabled={isDisabled}
          >
            {label}
          </Button>
        )}
      </FileButton>
      {area.hasCamera && <CameraButton what={what} onFiles={onFiles} />}
      <Box component="span" id={hintId} flex="1 1 12rem" c="dimmed" fz="xs">
        {isOver ? 'Drop to upload' : area.hint}
      </Box>
    </fieldset>
  )
}

/** Takes a photo of a document with the camera at the back. */
const CameraButton = ({
  what,
  onFiles,
}: Pick<DropAreaProps, 'what' | 'onFiles'>) => {
  const resetChooser = useRef<() => void>(null)
  const isTouch = useMediaQuery('(pointer: coarse)')
  if (!isTouch) return null
  return (
    <FileButton
      accept="image/*"
      capture="environment"
      resetRef={resetChooser}
      inputProps={{ tabIndex: -1, 'aria-hidden': true }}
      onChange={(photo) => {
        if (photo) onFiles([photo])
        resetChooser.current?.()
      }}
    >
      {(props) => (
        <Button
          {...props}
          variant="default"
          leftSection={<IconCamera size={16} aria-hidden />}
          aria-label={what ? `Take a photo: ${what}` : undefined}
        >
          Take a photo
        </Button>
      )}
    </FileButton>
  )
}

/** Whether the pointer only went to another element of the area. */
const isInside = ({ currentTarget, relatedTarget }: DragEvent) =>
  relatedTarget instanceof Node && currentTarget.contains(relatedTarget)

/**
 * The files of a drop. A browser passes a folder as an empty file, so folders
 * are left out.
 */
const droppedFiles = ({ items, files }: DataTransfer) => {
  const isFolder = [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry()?.isDirectory ?? false)
  return {
    files: [...files].filter((_, index) => !isFolder[index]),
    hasFolder: isFolder.includes(true),
  }
}

/** Whether files are being dragged, rather than text or a link of the page. */
export const hasFiles = ({
  dataTransfer,
}: {
  dataTransfer: DataTransfer | null
}) => dataTransfer?.types.includes('Files') ?? false
