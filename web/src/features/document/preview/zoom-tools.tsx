import { ActionIcon, Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconRotateClockwise, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import classes from './preview.module.css'
import { type Zoom, zoomedIn, zoomedOut } from './zoom.ts'

type ZoomToolsProps = {
  /** What is shown now: 1 is 100 %. */
  scale: number
  /** Whether that is known yet: nothing is told before, so that it does not jump. */
  isKnown: boolean
  zoom: Zoom
  onZoom: (zoom: Zoom) => void
  fitLabel: string
  onTurn: () => void
}

/** Larger, smaller, fitting, turned; also by the keys + − 0 and R. */
export const ZoomTools = ({ scale, isKnown, zoom, onZoom, fitLabel, onTurn }: ZoomToolsProps) => {
  useHotkeys([
    ['plus', () => onZoom(zoomedIn(scale))],
    ['shift+plus', () => onZoom(zoomedIn(scale))],
    ['=', () => onZoom(zoomedIn(scale))],
    ['minus', () => onZoom(zoomedOut(scale))],
    ['0', () => onZoom('FIT')],
    ['r', onTurn],
  ])
  return (
    <fieldset className={classes.tools} aria-label="Zoom">
      <ActionIcon
        variant="default"
        size={32}
        aria-label="Zoom out"
        title="Zoom out (−)"
        onClick={() => onZoom(zoomedOut(scale))}
      >
        <IconZoomOut size={16} aria-hidden />
      </ActionIcon>
      <output className={classes.percent} aria-label="Zoom level">
        {isKnown && `${Math.round(scale * 100)}%`}
      </output>
      <ActionIcon
        variant="default"
        size={32}
        aria-label="Zoom in"
        title="Zoom in (+)"
        onClick={() => onZoom(zoomedIn(scale))}
      >
        <IconZoomIn size={16} aria-hidden />
      </ActionIcon>
      <Button variant="default" aria-pressed={zoom === 'FIT'} title={`${fitLabel} (0)`} onClick={() => onZoom('FIT')}>
        {fitLabel}
      </Button>
      <ActionIcon variant="default" size={32} aria-label="Turn right" title="Turn right (R)" onClick={onTurn}>
        <IconRotateClockwise size={16} aria-hidden />
      </ActionIcon>
    </fieldset>
  )
}
