import { useElementSize } from '@mantine/hooks'
import { type CSSProperties, useState } from 'react'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { bytesAddress } from '../queries.ts'
import { NoPreview } from './no-preview.tsx'
import classes from './preview.module.css'
import type { Previewed } from './previewed.ts'
import { type Rotation, turned, type Zoom } from './zoom.ts'
import { ZoomTools } from './zoom-tools.tsx'

type Size = { width: number; height: number }

/** A picture, whole in the window at first. */
export const ImageView = ({ previewed }: { previewed: Previewed }) => {
  const { slvId, document } = previewed
  const { ref, width, height } = useElementSize<HTMLDivElement>()
  const [natural, setNatural] = useState<Size | null>(null)
  const [zoom, setZoom] = useState<Zoom>('FIT')
  const [rotation, setRotation] = useState<Rotation>(0)
  const [hasFailed, setHasFailed] = useState(false)
  if (hasFailed) return <NoPreview previewed={previewed} why="This picture cannot be shown here." />

  const lies = rotation % 180 !== 0
  const shown = natural && {
    width: lies ? natural.height : natural.width,
    height: lies ? natural.width : natural.height,
  }
  const fitting = shown ? Math.min(1, width / shown.width, height / shown.height) : 1
  const scale = typeof zoom === 'number' ? zoom : fitting
  return (
    <>
      <div className={classes.bar}>
        <ZoomTools
          scale={scale}
          isKnown={natural !== null && width > 0}
          zoom={zoom}
          onZoom={setZoom}
          fitLabel="Whole picture"
          onTurn={() => setRotation(turned(rotation))}
        />
      </div>
      <ScrollRegion ref={ref} className={classes.scroll} label="Picture">
        <div
          className={classes.picture}
          style={shown ? { width: shown.width * scale, height: shown.height * scale } : {}}
        >
          <img
            src={bytesAddress(slvId, document.id, 'inline')}
            alt={document.name}
            style={natural ? placed(natural, scale, rotation) : { visibility: 'hidden' }}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setNatural({ width: naturalWidth, height: naturalHeight })
            }
            onError={() => setHasFailed(true)}
          />
        </div>
      </ScrollRegion>
    </>
  )
}

/** Turned around its middle, which stays in the middle of its frame. */
const placed = ({ width, height }: Size, scale: number, rotation: Rotation): CSSProperties => ({
  width: width * scale,
  height: height * scale,
  transform: `translate(-50%, -50%) rotate(${rotation}deg)`,
})
