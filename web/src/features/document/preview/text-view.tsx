import { Box, SegmentedControl, Text } from '@mantine/core'
import { downloadDocument } from '@portal/contract/document/api'
import { decodeStart } from '@portal/contract/lib/text-encoding'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { parseCsv } from 'hucre/csv'
import { type CSSProperties, useState } from 'react'
import { readStart } from '../../../lib/call.ts'
import * as format from '../../../lib/text/format.ts'
import { slvKey } from '../../../records/slv/queries.ts'
import { LoadFailed } from '../../../ui/message.tsx'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import classes from './preview.module.css'
import type { Previewed } from './preview-states.tsx'

/** The part of a text that is shown. The rest needs a download. */
const maxBytes = 512 * 1024
const maxRows = 1000
const maxColumns = 60

const startQuery = ({ slvId: id, document: { id: documentId } }: Previewed) =>
  queryOptions({
    queryKey: [...slvKey, 'document-text', id, documentId],
    queryFn: async ({ signal }) =>
      decodeStart(
        await readStart(
          downloadDocument,
          { params: { id, documentId }, query: { disposition: 'inline' } },
          { most: maxBytes, signal },
        ),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })

/**
 * The preview of a text: links don't work and nothing runs. A CSV is shown as a
 * table first.
 */
export const TextView = ({ previewed }: { previewed: Previewed }) => {
  const { document } = previewed
  const { data: text, error, refetch } = useQuery(startQuery(previewed))
  const [isTable, setIsTable] = useState(document.type === 'CSV')
  if (text === undefined && error)
    return <LoadFailed what="the text" error={error} onClick={refetch} />
  if (text === undefined) return <PageSkeleton />
  return (
    <>
      {document.type === 'CSV' && (
        <div className={classes.bar}>
          <SegmentedControl
            aria-label="Show as"
            data={[
              { value: 'table', label: 'Table' },
              { value: 'text', label: 'Text' },
            ]}
            value={isTable ? 'table' : 'text'}
            onChange={(value) => setIsTable(value === 'table')}
          />
        </div>
      )}
      <ScrollRegion
        className={classes.scroll}
        style={{ background: 'var(--portal-surface)' }}
        label="Text"
      >
        {document.size > maxBytes && (
          <Text c="dimmed" px="md" py="sm">
            Showing the first {format.fileSize(maxBytes)} of{' '}
            {format.fileSize(document.size)}. Download the file to read the
            rest.
          </Text>
        )}
        {isTable ? (
          <TextTable text={text} />
        ) : (
          <Box
            component="pre"
            p="md"
            ff="monospace"
            fz="sm"
            lh={1.5}
            style={preformatted}
          >
            {text}
          </Box>
        )}
      </ScrollRegion>
    </>
  )
}

const preformatted: CSSProperties = {
  overflowWrap: 'anywhere',
  tabSize: 4,
  whiteSpace: 'pre-wrap',
}

const TextTable = ({ text }: { text: string }) => {
  const [head = [], ...rows] = readCsv(text, maxRows + 1)
  const placed = rows.map((cells, place) => ({ cells, place }))
  const columns = Math.min(
    maxColumns,
    Math.max(head.length, ...rows.map(({ length }) => length)),
  )
  const places = Array.from({ length: columns }, (_, index) => index)
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            {places.map((column) => (
              <th key={column} scope="col">
                {head[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {placed.map(({ cells, place }) => (
            <tr key={place}>
              {places.map((column) => (
                <td key={column}>{cells[column]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === maxRows && (
        <Text c="dimmed" px="md" py="sm">
          Showing the first {format.count(maxRows)} rows. Download the file to
          see the rest.
        </Text>
      )}
    </>
  )
}

/** The first rows of a CSV, as text. Finds the delimiter. */
export const readCsv = (text: string, maxRows: number): string[][] =>
  parseCsv(text, { maxRows }).map((row) => row.map(String))
