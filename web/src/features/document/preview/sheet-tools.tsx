import { ActionIcon, Group, Text, TextInput } from '@mantine/core'
import {
  IconArrowAutofitWidth,
  IconChevronDown,
  IconChevronUp,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { useKeys } from '../../../lib/keys.ts'

type ToolProps = {
  label: string
  /** As shown. */
  shortcut: string
  /** As ARIA names it. */
  keyName?: string
  icon: typeof IconZoomIn
  isPressed?: boolean
  disabled?: boolean
  onClick: () => void
}

const Tool = ({
  label,
  shortcut,
  keyName = shortcut,
  icon: Icon,
  isPressed,
  disabled = false,
  onClick,
}: ToolProps) => (
  <ActionIcon
    variant={isPressed ? 'light' : 'subtle'}
    size={28}
    aria-label={label}
    aria-keyshortcuts={keyName}
    aria-pressed={isPressed}
    title={`${label} (${shortcut})`}
    disabled={disabled}
    onClick={onClick}
  >
    <Icon size={16} aria-hidden />
  </ActionIcon>
)

type PageToolsProps = {
  count: number
  current: number
  isInDrawer: boolean
  onGo: (page: number) => void
}

/**
 * Shows the current page and goes to others, also by the left and right arrow
 * keys.
 */
export const PageTools = ({
  count,
  current,
  isInDrawer,
  onGo,
}: PageToolsProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  const go = (page: number) => onGo(Math.min(count, Math.max(1, page)))
  useKeys(
    [
      {
        keys: 'ArrowRight',
        label: 'Next page',
        run: () => go(current + 1),
        isOff: current >= count,
      },
      {
        keys: 'ArrowLeft',
        label: 'Previous page',
        run: () => go(current - 1),
        isOff: current <= 1,
      },
    ],
    { isInDrawer, group: 'Documents' },
  )
  const commit = () => {
    const page = Number.parseInt(typed ?? '', 10)
    if (Number.isFinite(page)) go(page)
    setTyped(null)
  }
  return (
    <Group
      component="fieldset"
      gap={4}
      wrap="nowrap"
      m={0}
      p={0}
      bd="none"
      aria-label="Go to page"
    >
      <Tool
        label="Previous page"
        shortcut="←"
        keyName="ArrowLeft"
        icon={IconChevronUp}
        disabled={current <= 1}
        onClick={() => go(current - 1)}
      />
      <Tool
        label="Next page"
        shortcut="→"
        keyName="ArrowRight"
        icon={IconChevronDown}
        disabled={current >= count}
        onClick={() => go(current + 1)}
      />
      <TextInput
        aria-label="Page"
        inputMode="numeric"
        w="2.75rem"
        size="xs"
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
      <Text span c="dimmed" fz="sm" style={{ whiteSpace: 'nowrap' }}>
        of {count}
      </Text>
    </Group>
  )
}

/**
 * AUTO is `startScale`, FIT the width of the window; a number is a factor of
 * the natural size.
 */
export const Zoom = z.union([
  z.enum(['AUTO', 'FIT']),
  z.number().min(0.1).max(4),
])
export type Zoom = z.infer<typeof Zoom>

/** A wider page is no easier to read. */
const maxStartScale = 1.25
/** The least width of a page whose text can be read, in pixels. */
const readableWidth = 408

type Fitting = {
  /** The scale at which the page is as wide as the window. */
  fitting: number
  /** The scale at which a picture is visible as a whole; null for text. */
  whole: number | null
  /** At 100%, in pixels. */
  pageWidth: number
  /** Whether the screen is a phone's, where people zoom with their fingers. */
  isNarrow: boolean
}

/**
 * The scale until someone chooses another: the width of the window, but text no
 * smaller than on a letter page at 50%.
 */
export const startScale = ({
  fitting,
  whole,
  pageWidth,
  isNarrow,
}: Fitting): number => {
  const fitted = Math.min(fitting, maxStartScale)
  if (whole !== null) return Math.min(fitted, whole)
  return isNarrow
    ? fitted
    : Math.max(fitted, Math.min(1, readableWidth / pageWidth))
}

const steps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const

/** The next larger step from the current scale. */
export const zoomIn = (scale: number): number =>
  steps.find((step) => step > scale + 0.01) ?? 4

export const zoomOut = (scale: number): number =>
  steps.findLast((step) => step < scale - 0.01) ?? 0.25

type ZoomToolsProps = {
  /** The current scale: 1 is 100%. */
  scale: number
  /** Whether the scale has been measured. */
  isKnown: boolean
  isInDrawer: boolean
  zoom: Zoom
  onZoom: (zoom: Zoom) => void
  onRotate: () => void
}

/** Zooms and rotates, also by the keys + − 0 and R. */
export const ZoomTools = ({
  scale,
  isKnown,
  isInDrawer,
  zoom,
  onZoom,
  onRotate,
}: ZoomToolsProps) => {
  const enlarge = { label: 'Zoom in', run: () => onZoom(zoomIn(scale)) }
  useKeys(
    [
      { keys: '+', ...enlarge },
      { keys: '=', ...enlarge },
      { keys: '-', label: 'Zoom out', run: () => onZoom(zoomOut(scale)) },
      { keys: '0', label: 'Fit width', run: () => onZoom('FIT') },
      { keys: 'r', label: 'Rotate right', run: onRotate },
    ],
    { isInDrawer, group: 'Documents' },
  )
  return (
    <Group
      component="fieldset"
      gap={4}
      wrap="nowrap"
      m={0}
      p={0}
      bd="none"
      aria-label="Zoom"
    >
      <Tool
        label="Zoom out"
        shortcut="−"
        keyName="-"
        icon={IconZoomOut}
        onClick={() => onZoom(zoomOut(scale))}
      />
      <Text
        component="output"
        miw="2.75rem"
        ta="center"
        fz="sm"
        aria-label="Zoom level"
      >
        {isKnown && `${Math.round(scale * 100)}%`}
      </Text>
      <Tool
        label="Zoom in"
        shortcut="+"
        icon={IconZoomIn}
        onClick={() => onZoom(zoomIn(scale))}
      />
      <Tool
        label="Fit width"
        shortcut="0"
        icon={IconArrowAutofitWidth}
        isPressed={zoom === 'FIT'}
        onClick={() => onZoom('FIT')}
      />
      <Tool
        label="Rotate right"
        shortcut="R"
        icon={IconRotateClockwise}
        onClick={onRotate}
      />
    </Group>
  )
}
