import { ActionIcon, Group } from '@mantine/core'
import {
  documentTypes,
  type SlvDocument,
} from '@portal/contract/document/model'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as format from '../../lib/text/format.ts'
import {
  DocumentFacts,
  previewLink,
} from '../../records/document/document-name.tsx'
import { useDownload } from '../../records/document/queries.ts'
import { findRequest } from './file-strip.tsx'
import classes from './shared/document-pane.module.css'

type FileProps = { slv: SlvDetail; document: SlvDocument }
type FileLineProps = FileProps & { children: ReactNode }

/** What the file is, which request it answers, and what can be done with it. */
export const FileLine = ({ slv, document, children }: FileLineProps) => {
  const download = useDownload(slv.id)
  return (
    <div className={classes.file}>
      <div className={classes.about}>
        <h3 title={document.name}>{document.name}</h3>
        <FileOrigin slv={slv} document={document} />
        <DocumentFacts document={document} />
      </div>
      <Group gap={2} wrap="nowrap" flex="none">
        {children}
        <ActionIcon
          size={28}
          aria-label={`Download ${document.name}`}
          title="Download"
          loading={download.isPending}
          onClick={() => download.mutate(document.id)}
        >
          <IconDownload size={16} aria-hidden />
        </ActionIcon>
        {documentTypes[document.type].preview && (
          <ActionIcon
            size={28}
            aria-label={`Open ${document.name} in new tab`}
            title="Open in new tab"
            renderRoot={(props) => (
              <Link {...props} {...previewLink(slv.id, document)} />
            )}
          >
            <IconExternalLink size={16} aria-hidden />
          </ActionIcon>
        )}
      </Group>
    </div>
  )
}

/** The request that the file answers, and who uploaded it when. */
const FileOrigin = ({ slv, document }: FileProps) => {
  const request = findRequest(slv, document)
  const isEarlier = document.resubmitCount < slv.resubmitCount
  return (
    <div className={classes.under}>
      {request && (
        <>
          For <b>{request.name}</b>
          {request.askedAt && `, requested ${format.date(request.askedAt)}`} ·{' '}
        </>
      )}
      {isEarlier && `Round ${document.resubmitCount + 1} · `}
      {document.kind === 'UNDERWRITER' && 'Underwriter document · '}
      {documentTypes[document.type].label} · {format.fileSize(document.size)} ·{' '}
      {document.uploadedByName} · {format.dateTime(document.uploadedAt)}
    </div>
  )
}
