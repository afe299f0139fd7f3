import { useEffect, useRef, useState } from 'react'
import type { OpenedTiff } from './open-tiff.ts'
import classes from './pdf-page.module.css'
import type { Sheet } from './sheets.tsx'

/** One scanned sheet. */
export const TiffPage = ({ tiff, sheet }: { tiff: OpenedTiff; sheet: Sheet }) => {
  const { number, size, scale, rotation, isNear } = sheet
  const canvas = useRef<HTMLCanvasElement>(null)
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    const element = canvas.current
    if (!isNear || !element) return
    let isWanted = true
    const draw = async () => {
      const picture = await tiff.draw(number)
      if (!isWanted) return picture?.close()
      setHasFailed(picture === null)
      if (!picture) return
      element.width = picture.width
      element.height = picture.height
      element.getContext('bitmaprenderer')?.transferFromImageBitmap(picture)
    }
    void draw()
    return () => {
      isWanted = false
      // Sheets far away give their memory back.
      element.width = 0
    }
  }, [tiff, number, isNear])

  const [width, height] = [size.width * scale, size.height * scale]
  const lies = rotation % 180 !== 0
  return (
    <article className={classes.sheet} style={{ width, height }} data-page={number} aria-label={`Page ${number}`}>
      <canvas
        ref={canvas}
        className={classes.scan}
        style={{
          width: lies ? height : width,
          height: lies ? width : height,
          transform: `translate(-50%, -50%) rotate(${rotation}deg)`,
        }}
      />
      {hasFailed && <p className={classes.failed}>Page {number} cannot be shown. Download the file to see it.</p>}
    </article>
  )
}
