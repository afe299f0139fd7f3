import type { PicturePages as Pages } from '@portal/contract/document/model'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { hasStatus } from '../../../lib/call-error.ts'
import {
  documentPageAddress,
  documentPagesQuery,
} from '../../../records/document/queries.ts'
import { LoadFailed } from '../../../ui/message.tsx'
import { SecondaryButton } from '../../../ui/presets.ts'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import { NoPreview, type Previewed } from '../preview/preview-states.tsx'
import classes from '../preview/sheet.module.css'
import { type Sheet, Sheets } from '../preview/sheets.tsx'

/** The preview of a picture or scan of an SLV. */
export const PictureView = ({ previewed }: { previewed: Previewed }) => {
  const { slvId, document } = previewed
  return (
    <PicturePages
      name={document.name}
      found={useQuery(documentPagesQuery(slvId, document.id))}
      addressOf={(page) => documentPageAddress(slvId, document.id, page)}
      renderFailure={(reason) => (
        <NoPreview previewed={previewed} why={reason} />
      )}
    />
  )
}

type PicturePagesProps = {
  name: string
  found: UseQueryResult<Pages>
  /** The address of a page's image. */
  addressOf: (page: number) => string
  /** Shown with the server's reason if the picture can't be rendered. */
  renderFailure: (reason: string) => ReactNode
  isInDrawer?: boolean | undefined
}

/** The pages of a picture, which the server renders. */
export const PicturePages = ({
  name,
  found,
  addressOf,
  renderFailure,
  isInDrawer,
}: PicturePagesProps) => {
  const { data, error, refetch, isFetching } = found
  if (error && hasStatus(error, 400)) return renderFailure(error.message)
  if (!data && error)
    return (
      <LoadFailed
        what="the image"
        error={error}
        loading={isFetching}
        onClick={refetch}
      />
    )
  if (!data) return <PageSkeleton />
  const { pages } = data
  const namePage = (page: number) =>
    pages.length === 1 ? name : `${name}, page ${page}`
  return (
    <Sheets
      isInDrawer={isInDrawer}
      count={pages.length}
      sizeOf={(page) => pages[page - 1] ?? { width: 612, height: 792 }}
      render={(sheet) => (
        <PicturePage
          key={sheet.number}
          sheet={sheet}
          address={addressOf(sheet.number)}
          name={namePage(sheet.number)}
        />
      )}
    />
  )
}

/** One page. Pages far from the visible ones free their memory. */
const PicturePage = ({
  sheet,
  address,
  name,
}: {
  sheet: Sheet
  address: string
  name: string
}) => {
  const { number, size, scale, rotation, isNear } = sheet
  const [hasFailed, setHasFailed] = useState(false)
  const [width, height] = [size.width * scale, size.height * scale]
  const isSideways = rotation % 180 !== 0
  return (
    <article
      className={classes.sheet}
      style={{ width, height }}
      data-page={number}
      aria-label={`Page ${number}`}
    >
      {isNear && !hasFailed && (
        <img
          src={address}
          alt={name}
          style={{
            // Turned around its middle, which stays in the middle of the sheet.
            position: 'absolute',
            top: '50%',
            left: '50%',
            width: isSideways ? height : width,
            height: isSideways ? width : height,
            transform: `translate(-50%, -50%) rotate(${rotation}deg)`,
          }}
          onError={() => setHasFailed(true)}
        />
      )}
      {hasFailed && (
        <div className={classes.failed}>
          <p>Page {number} can’t be shown. Download the file to see it.</p>
          <SecondaryButton onClick={() => setHasFailed(false)}>
            Try again
          </SecondaryButton>
        </div>
      )}
    </article>
  )
}
