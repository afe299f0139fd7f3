import { Box, Button, Stack } from '@mantine/core'
import { documentTypes } from '@portal/contract/document/model'
import { routesFor, type UserAccess } from '@portal/contract/user/navigation'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { hasStatus } from '../../../lib/call-error.ts'
import * as format from '../../../lib/text/format.ts'
import {
  DocumentFacts,
  DocumentIcon,
} from '../../../records/document/document-name.tsx'
import { documentQuery } from '../../../records/document/queries.ts'
import { PageNotFound } from '../../../ui/errors/page-error.tsx'
import { LoadFailed } from '../../../ui/message.tsx'
import { PageHeader } from '../../../ui/page.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import { DocumentView } from './document-view.tsx'
import classes from './preview.module.css'
import { DownloadButton, type Previewed } from './preview-states.tsx'

type PreviewProps = { slvId: string; documentId: string; user: UserAccess }

/**
 * One file on its own page. Its name and type come from the server, not from
 * the address.
 */
export const PreviewScreen = ({ slvId, documentId, user }: PreviewProps) => {
  const seesSlvs = routesFor(user).includes('/slv')
  const query = useQuery({
    ...documentQuery(slvId, documentId),
    enabled: seesSlvs,
  })
  const { data: document, error, refetch, isFetching } = query
  const isMissing = !seesSlvs || hasStatus(error, 404)
  if (document && !isMissing) return <Preview previewed={{ slvId, document }} />
  if (!isMissing && !error) return <PageSkeleton />
  return (
    <Box component="main" mih="100%" bg="var(--portal-ground)">
      {isMissing || !error ? (
        <PageNotFound />
      ) : (
        <LoadFailed
          what="the document"
          error={error}
          loading={isFetching}
          onClick={refetch}
        />
      )}
    </Box>
  )
}

const Preview = ({ previewed }: { previewed: Previewed }) => {
  const { document } = previewed
  return (
    <Stack gap={0} h="100%" bg="var(--portal-ground)">
      <div className={classes.head}>
        <DocumentIcon type={document.type} size={24} />
        <PageHeader
          title={document.name}
          under={
            <>
              {documentTypes[document.type].label} ·{' '}
              {format.fileSize(document.size)} · {document.uploadedByName} ·{' '}
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
      <Stack
        component="main"
        gap={0}
        flex={1}
        mih={0}
        aria-label={document.name}
      >
        <DocumentView previewed={previewed} />
      </Stack>
    </Stack>
  )
}

/**
 * Closes the tab, or goes to the SLV if the browser doesn't let a page close
 * it.
 */
const CloseButton = ({ slvId }: { slvId: string }) => {
  const navigate = useNavigate()
  const close = () => {
    window.close()
    setTimeout(() => {
      if (!window.closed)
        void navigate({
          to: '/slv/review-request/$proxyLoanId',
          params: { proxyLoanId: slvId },
        })
    }, 150)
  }
  return (
    <Button
      variant="default"
      leftSection={<IconX size={16} aria-hidden />}
      onClick={close}
    >
      Close
    </Button>
  )
}
