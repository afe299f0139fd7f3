import { Box, Button, Center, Group, Text } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useBranding } from '../../records/auth/queries.ts'
import { LoadFailed } from '../../ui/message.tsx'
import classes from './paper.module.css'
import './print-fonts.css'
import './report-page.css'

type PaperFrameProps = {
  state: 'idle' | 'loading' | 'ready' | 'failed'
  /** As wide as the window instead of a page. */
  isWide?: boolean
  children: ReactNode
}

/**
 * The frame of a printed page. `data-print` is for the printing browser: idle
 * if no report is chosen, ready once everything is drawn, failed if there is
 * nothing to print.
 */
export const PaperFrame = ({
  state,
  isWide = false,
  children,
}: PaperFrameProps) => (
  <main
    className={classes.frame}
    data-print={state}
    data-wide={isWide || undefined}
  >
    {children}
  </main>
)

type PaperQueryProps<T> = {
  query: UseQueryResult<T>
  /** In the message if the query fails: 'the report'. */
  what: string
  isWide?: boolean
  skeleton: ReactNode
  children: (data: T) => ReactNode
}

/** A printed page of a query's data, with its skeleton and its error. */
export function PaperQuery<T>({
  query,
  what,
  isWide = false,
  skeleton,
  children,
}: PaperQueryProps<T>) {
  const { data, error, isFetching, refetch } = query
  const hasFonts = useFonts(data !== undefined)
  if (data === undefined && error && !isFetching)
    return (
      <PaperFrame state="failed">
        <LoadFailed what={what} error={error} onClick={refetch} />
      </PaperFrame>
    )
  return (
    <PaperFrame
      isWide={isWide}
      state={data !== undefined && hasFonts ? 'ready' : 'loading'}
    >
      {data === undefined ? skeleton : children(data)}
    </PaperFrame>
  )
}

/** Where a page without a report leads. */
export const StartPageButton = () => (
  <Button component={Link} to="/">
    Go to the start page
  </Button>
)

type PaperBarProps = {
  /** The label of the button out of the paper; `renderBack` draws its link. */
  back: string
  renderBack: (props: Record<string, unknown>) => ReactNode
  download: ReactNode
}

/** The buttons above the paper, which aren't printed. */
export const PaperBar = ({ back, renderBack, download }: PaperBarProps) => (
  <Group
    component="nav"
    className={classes.screen ?? ''}
    justify="space-between"
    gap="xs"
    maw="var(--report-width)"
    mx="auto"
    mb="md"
    aria-label="Report"
  >
    <Button
      variant="subtle"
      leftSection={<IconArrowLeft size={16} aria-hidden />}
      renderRoot={renderBack}
    >
      {back}
    </Button>
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => print()}
      >
        Print
      </Button>
      {download}
    </Group>
  </Group>
)

type PaperSheetProps = {
  className: string | undefined
  /** The kind of report, in its head. */
  kind: string
  /** The title of the document, to which the brand is added. */
  title: string
  /**
   * The texts in the page margins: the report, and when and for whom it was
   * made.
   */
  margins: { top: string; bottom: string }
  children: ReactNode
}

/**
 * The sheet, named by its title: the brand and the kind of report, then the
 * report.
 */
export const PaperSheet = ({
  className,
  kind,
  title,
  margins,
  children,
}: PaperSheetProps) => {
  const { name, logoUrl } = useBranding()
  const top = `${name} · ${margins.top}`
  useDocumentTitle(`${title} · ${name}`)
  useEffect(() => {
    // Pages inherit from the root element.
    document.documentElement.style.setProperty('--report-top', quoted(top))
    document.documentElement.style.setProperty(
      '--report-bottom',
      quoted(margins.bottom),
    )
  }, [top, margins.bottom])
  return (
    <article
      className={`${classes.sheet} ${className}`}
      aria-labelledby="report-title"
    >
      <Group
        component="header"
        justify="space-between"
        gap="0.5rem 1rem"
        pb="0.75rem"
        style={{ borderBottom: '2px solid var(--report-ink)' }}
      >
        <Group gap="0.5rem" wrap="nowrap" fz="1rem" fw={600}>
          {/* The printing browser can't load a logo from another origin: then
              only the name is printed. */}
          {logoUrl ? (
            <img style={{ height: '1.75rem' }} src={logoUrl} alt="" />
          ) : (
            <Center
              component="b"
              w="1.75rem"
              h="1.75rem"
              bdrs="md"
              {...letterColors}
              aria-hidden
            >
              {name.charAt(0)}
            </Center>
          )}
          <span>{name}</span>
        </Group>
        <Box component="span" c="var(--report-quiet)" fw={500}>
          {kind}
        </Box>
      </Group>
      {children}
    </article>
  )
}

/**
 * When and for whom it was made; in print, it is in the margin of each page.
 */
export const PrintedLine = ({ children }: { children: string }) => (
  <Text className={classes.screen ?? ''} size="xs" c="var(--report-quiet)">
    {children}
  </Text>
)

const letterColors = {
  bg: 'var(--mantine-primary-color-filled)',
  c: 'var(--mantine-primary-color-contrast, #ffffff)',
}

/**
 * Whether the fonts of the drawn text have loaded: before that, the print would
 * lack characters and have other widths.
 */
const useFonts = (isDrawn: boolean): boolean => {
  const [hasFonts, setHasFonts] = useState(false)
  useEffect(() => {
    if (!isDrawn) return
    // A layout starts to load the fonts that the text needs.
    document.body.getBoundingClientRect()
    void document.fonts.ready.then(() => setHasFonts(true))
  }, [isDrawn])
  return hasFonts
}

/** A text as a CSS string. */
const quoted = (text: string) => {
  const escaped = text.replaceAll(
    /["\\\p{Cc}]/gu,
    (character) => `\\${character.charCodeAt(0).toString(16)} `,
  )
  return `"${escaped}"`
}
