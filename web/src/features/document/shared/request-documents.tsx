import { Text } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { useQuery } from '@tanstack/react-query'
import { useProfile } from '../../auth/queries.ts'
import { slvQuery } from '../../slv/queries.ts'
import { AskedDocuments } from '../asked-documents.tsx'
import classes from '../document.module.css'
import { DocumentList, DocumentsLoading } from '../document-list.tsx'
import { useDocuments, useUploadKind } from '../queries.ts'
import { UploadArea } from '../upload-area.tsx'
import { DocumentsPart, EarlierRounds, requestNote } from './documents-panel.tsx'

/** The documents in a seller's request form: the requested ones, then all. */
export const RequestDocuments = ({ slv }: { slv: SlvDetail }) => {
  const { role } = useProfile()
  const { data: current = slv } = useQuery({ ...slvQuery(slv.id), enabled: false })
  if (role !== 'SELLER') return null
  if (slv.resubmitCount < current.resubmitCount) return <EndedRoundDocuments slv={slv} />
  return (
    <>
      <RequestedDocuments slv={slv} />
      <SellerDocuments slv={slv} />
    </>
  )
}

const RequestedDocuments = ({ slv }: { slv: SlvDetail }) =>
  slv.pendingDocuments.length > 0 && (
    <div className={classes.part}>
      <AskedDocuments slv={slv} />
    </div>
  )

/** A seller's own files: they can add files before the decision, and delete files while they may edit the request. */
const SellerDocuments = ({ slv }: { slv: SlvDetail }) => {
  const mayAdd = useUploadKind(slv) === 'SELLER'
  const query = useDocuments(slv.id, false)
  const documents = query.data?.documents
  return (
    <div className={classes.part}>
      {slv.pendingDocuments.length > 0 && <h3>All documents of the request</h3>}
      {mayAdd && <UploadArea id={slv.id} target="SELLER" label="Add documents" />}
      {!documents && <DocumentsLoading query={query} />}
      {documents?.length === 0 && (
        <Text c="dimmed">
          {mayAdd
            ? 'None yet. Add documents that support the request, such as the loan application, appraisal or bank statements.'
            : 'No documents.'}
        </Text>
      )}
      {documents && documents.length > 0 && (
        <DocumentList slvId={slv.id} label="Documents" documents={documents} note={requestNote(slv)} />
      )}
      <EarlierRounds slv={slv} />
    </div>
  )
}

/** The documents of an ended round, read-only. */
export const EndedRoundDocuments = ({ slv }: { slv: SlvDetail }) => {
  const documents = slv.documents.map(readOnly)
  const underwriterDocuments = slv.underwriterDocuments?.map(readOnly) ?? []
  return (
    <>
      <RequestedDocuments slv={{ ...slv, availableActions: [] }} />
      {documents.length === 0 && underwriterDocuments.length === 0 && (
        <Text c="dimmed">This round had no documents.</Text>
      )}
      {documents.length > 0 && (
        <DocumentsPart title={underwriterDocuments.length > 0 ? "Seller's documents" : 'Documents'}>
          <DocumentList slvId={slv.id} label="Documents of this round" documents={documents} note={requestNote(slv)} />
        </DocumentsPart>
      )}
      {underwriterDocuments.length > 0 && (
        <DocumentsPart title="Underwriter documents">
          <DocumentList slvId={slv.id} label="Underwriter documents of this round" documents={underwriterDocuments} />
        </DocumentsPart>
      )}
    </>
  )
}

const readOnly = <D extends SlvDetail['documents'][number]>(document: D): D => ({ ...document, availableActions: [] })
