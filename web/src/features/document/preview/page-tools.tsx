import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp, IconRotateClockwise, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useState } from 'react'

type ToolProps = { label: string; shortcut: string; icon: typeof IconZoomIn; disabled?: boolean; onClick: () => void }

const Tool = ({ label, shortcut, icon: Icon, disabled = false, onClick }: ToolProps) => (
  <ActionIcon
    variant="default"
    size={32}
    aria-label={label}
    title={`${label} (${shortcut})`}
    disabled={disabled}
    onClick={onClick}
  >
    <Icon size={16} aria-hidden />
  </ActionIcon>
)

type PageToolsProps = { count: number; current: number; onGo: (page: number) => void }

/** Shows the current page and goes to others, also by the left and right arrow keys. */
export const PageTools = ({ count, current, onGo }: PageToolsProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  const go = (page: number) => onGo(Math.min(count, Math.max(1, page)))
  useHotkeys([
    ['ArrowRight', () => go(current + 1)],
    ['ArrowLeft', () => go(current - 1)],
  ])
  const commit = () => {
    const page = Number.parseInt(typed ?? '', 10)
    if (Number.isFinite(page)) go(page)
    setTyped(null)
  }
  return (
    <Group component="fieldset" gap="xs" wrap="nowrap" m={0} p={0} bd="none" aria-label="Pages">
      <Tool
        label="Previous page"
        shortcut="←"
        icon={IconChevronUp}
        disabled={current <= 1}
        onClick={() => go(current - 1)}
      />
      <Tool
        label="Next page"
        shortcut="→"
        icon={IconChevronDown}
        disabled={current >= count}
        onClick={() => go(current + 1)}
      />
      <TextInput
        aria-label="Page"
        inputMode="numeric"
        w="3.5rem"
        value={typed ?? String(current)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={commit}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') {
            commit()
            currentTarget.select()
          }
          if (key === 'Escape') setTyped(null)
        }}
      />
      <Text span c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        of {count}
      </Text>
    </Group>
  )
}

/** AUTO fits the width up to a readable size, FIT fits it always; a number is a share of the natural size. */
export type Zoom = 'AUTO' | 'FIT' | number

const steps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const

/** The next larger step from the current scale. */
export const zoomIn = (scale: number): number => steps.find((step) => step > scale + 0.01) ?? 4

export const zoomOut = (scale: number): number => steps.findLast((step) => step < scale - 0.01) ?? 0.25

type ZoomToolsProps = {
  /** The current scale: 1 is 100%. */
  scale: number
  /** Whether the scale has been measured. */
  isKnown: boolean
  zoom: Zoom
  onZoom: (zoom: Zoom) => void
  onRotate: () => void
}

/** Zooms and rotates, also by the keys + − 0 and R. */
export const ZoomTools = ({ scale, isKnown, zoom, onZoom, onRotate }: ZoomToolsProps) => {
  useHotkeys([
    ['plus', () => onZoom(zoomIn(scale))],
    ['shift+plus', () => onZoom(zoomIn(scale))],
    ['=', () => onZoom(zoomIn(scale))],
    ['minus', () => onZoom(zoomOut(scale))],
    ['0', () => onZoom('FIT')],
    ['r', onRotate],
  ])
  return (
    <Group component="fieldset" gap="xs" wrap="nowrap" m={0} p={0} bd="none" aria-label="Zoom">
      <Tool label="Zoom out" shortcut="−" icon={IconZoomOut} onClick={() => onZoom(zoomOut(scale))} />
      <Text component="output" miw="3rem" ta="center" aria-label="Zoom level">
        {isKnown && `${Math.round(scale * 100)}%`}
      </Text>
      <Tool label="Zoom in" shortcut="+" icon={IconZoomIn} onClick={() => onZoom(zoomIn(scale))} />
      <Button variant="default" aria-pressed={zoom === 'FIT'} title="Fit width (0)" onClick={() => onZoom('FIT')}>
        Fit width
      </Button>
      <Tool label="Turn right" shortcut="R" icon={IconRotateClockwise} onClick={onRotate} />
    </Group>
  )
}
