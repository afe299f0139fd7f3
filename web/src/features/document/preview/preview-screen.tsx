import { Button } from '@mantine/core'
import { documentTypes } from '@portal/contract/document/model'
import { routesFor, type Traveller } from '@portal/contract/user/navigation'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { hasStatus } from '../../../lib/call-error.ts'
import * as format from '../../../lib/format.ts'
import { lazy } from '../../../lib/lazy.tsx'
import { EmptyState } from '../../../ui/message.tsx'
import { PageHeader } from '../../../ui/page.tsx'
import { PageNotFound } from '../../shell/page-error.tsx'
import { DocumentFacts } from '../document-facts.tsx'
import { DocumentIcon } from '../document-icon.tsx'
import { documentQuery } from '../queries.ts'
import { DownloadButton, NoPreview } from './no-preview.tsx'
import classes from './preview.module.css'
import { PreviewSkeleton } from './preview-skeleton.tsx'
import type { Previewed } from './previewed.ts'

const views = {
  PDF: lazy(async () => ({ default: (await import('./pdf-view.tsx')).PdfView })),
  IMAGE: lazy(async () => ({ default: (await import('./image-view.tsx')).ImageView })),
  TIFF: lazy(async () => ({ default: (await import('./tiff-view.tsx')).TiffView })),
  TEXT: lazy(async () => ({ default: (await import('./text-view.tsx')).TextView })),
}

type PreviewProps = { slvId: string; documentId: string; traveller: Traveller }

/** One file on a page of its own. What it is says the server, never the address. */
export const PreviewScreen = ({ slvId, documentId, traveller }: PreviewProps) => {
  const seesSlvs = routesFor(traveller).includes('/slv')
  const {
    data: document,
    error,
    refetch,
    isFetching,
  } = useQuery({ ...documentQuery(slvId, documentId), enabled: seesSlvs })
  if (!seesSlvs || hasStatus(error, 404))
    return (
      <main className={classes.message}>
        <PageNotFound />
      </main>
    )
  if (!document && error)
    return (
      <main className={classes.message}>
        <EmptyState title="The document could not be read" why={error.message}>
          <Button loading={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        </EmptyState>
      </main>
    )
  if (!document) return <PreviewSkeleton />
  return <Preview previewed={{ slvId, document }} />
}

const Preview = ({ previewed }: { previewed: Previewed }) => {
  const { document } = previewed
  const { preview, label } = documentTypes[document.type]
  const View = preview && views[preview]
  return (
    <div className={classes.screen}>
      <div className={classes.head}>
        <DocumentIcon type={document.type} size={24} />
        <PageHeader
          title={document.name}
          under={
            <>
              {label} · {format.fileSize(document.size)} · {document.uploadedByName} ·{' '}
              {format.dateTime(document.uploadedAt)}
              <DocumentFacts document={document} />
            </>
          }
          actions={
            <>
              <DownloadButton previewed={previewed} />
              <CloseButton slvId={previewed.slvId} />
            </>
          }
        />
      </div>
      <main className={classes.main} aria-label={document.name}>
        {View ? (
          <Suspense fallback={<PreviewSkeleton />}>
            <View previewed={previewed} />
          </Suspense>
        ) : (
          <NoPreview previewed={previewed} why={`${label} files cannot be shown here.`} />
        )}
      </main>
    </div>
  )
}

/** Closes the tab that a list opened; a tab that the browser does not let go of turns to the SLV. */
const CloseButton = ({ slvId }: { slvId: string }) => {
  const navigate = useNavigate()
  const close = () => {
    window.close()
    setTimeout(() => {
      if (!window.closed) void navigate({ to: '/slv/review-request/$proxyLoanId', params: { proxyLoanId: slvId } })
    }, 150)
  }
  return (
    <Button variant="default" leftSection={<IconX size={16} aria-hidden />} onClick={close}>
      Close
    </Button>
  )
}
