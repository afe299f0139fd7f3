import { Button, SegmentedControl } from '@mantine/core'
import { downloadDocument } from '@portal/contract/document/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readStart } from '../../../lib/call.ts'
import * as format from '../../../lib/format.ts'
import { EmptyState } from '../../../ui/message.tsx'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { slvKey } from '../../slv/queries.ts'
import { decoded } from './decoded.ts'
import classes from './preview.module.css'
import { PreviewSkeleton } from './preview-skeleton.tsx'
import type { Previewed } from './previewed.ts'
import { separated } from './separated.ts'

/** How much of a text the page shows; the rest is for whoever saves it. */
const mostBytes = 512 * 1024
const mostRows = 1000
const mostColumns = 60

const startQuery = ({ slvId: id, document: { id: documentId } }: Previewed) =>
  queryOptions({
    queryKey: [...slvKey, 'document-text', id, documentId],
    queryFn: async ({ signal }) =>
      decoded(
        await readStart(
          downloadDocument,
          { params: { id, documentId }, query: { disposition: 'inline' } },
          { most: mostBytes, signal },
        ),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A text as it is written: nothing in it is followed or run. A CSV is a table first. */
export const TextView = ({ previewed }: { previewed: Previewed }) => {
  const { document } = previewed
  const { data: text, error, refetch } = useQuery(startQuery(previewed))
  const [isTable, setIsTable] = useState(document.type === 'CSV')
  if (text === undefined && error)
    return (
      <EmptyState title="The text could not be read" why={error.message}>
        <Button onClick={() => refetch()}>Try again</Button>
      </EmptyState>
    )
  if (text === undefined) return <PreviewSkeleton />
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
      <ScrollRegion className={`${classes.scroll} ${classes.page}`} label="Text">
        {document.size > mostBytes && (
          <p className={classes.partly}>
            The first {format.fileSize(mostBytes)} of {format.fileSize(document.size)}. Download the file to read all of
            it.
          </p>
        )}
        {isTable ? <TextTable text={text} /> : <pre className={classes.text}>{text}</pre>}
      </ScrollRegion>
    </>
  )
}

const TextTable = ({ text }: { text: string }) => {
  const [head = [], ...rows] = separated(text, mostRows + 1)
  // Rows may be equal: their place tells them apart.
  const placed = rows.map((cells, place) => ({ cells, place }))
  const columns = Math.min(mostColumns, Math.max(head.length, ...rows.map(({ length }) => length)))
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
      {rows.length === mostRows && (
        <p className={classes.partly}>The first {format.count(mostRows)} rows. The text has more.</p>
      )}
    </>
  )
}
