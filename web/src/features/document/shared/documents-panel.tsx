import { Box, Group, Text } from '@mantine/core'
import type { SlvDocument } from '@portal/contract/document/model'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useProfile } from '../../../records/auth/queries.ts'
import classes from '../../../records/document/document.module.css'
import {
  allDocumentsQuery,
  useDocuments,
  useUploadKind,
} from '../../../records/document/queries.ts'
import { slvQuery } from '../../../records/slv/queries.ts'
import { DocumentList, type DocumentListProps } from '../document-list.tsx'
import { DocumentsLoading } from '../documents-loading.tsx'
import { RequestedDocuments } from '../requested-documents.tsx'
import { UploadArea } from './upload-area.tsx'

/**
 * All files of an SLV for the buyer's staff: requested, from the seller, their
 * own, and those of earlier rounds.
 */
export const DocumentsPanel = ({
  slv,
  hasRequests = slv.pendingDocuments.length > 0,
}: {
  slv: SlvDetail
  /** Whether it lists the requested documents too. */
  hasRequests?: boolean
}) => {
  const query = useDocuments(slv.id, true)
  const mayAdd = useUploadKind(slv) === 'UNDERWRITER'
  if (!query.data) return <DocumentsLoading query={query} />
  const { documents, underwriterDocuments = [] } = query.data
  const canRequest = slv.availableActions.includes('set-pending-documents')
  const noDocuments = 'The seller has not added any documents in this round.'
  return (
    <>
      {hasRequests && (
        <Part title="Requested documents">
          <RequestedDocuments slv={slv} />
        </Part>
      )}
      <Files
        title="Seller's documents"
        slvId={slv.id}
        documents={documents}
        showsLoanDock
        note={requestNote(slv)}
        empty={
          canRequest
            ? `${noDocuments} To request documents, use “Request documents”.`
            : noDocuments
        }
      />
      <Files
        title="Underwriter documents"
        slvId={slv.id}
        documents={underwriterDocuments}
        showsLoanDock
        note={({ id }) => {
          const request = slv.pendingDocuments.find(
            ({ example }) => example?.id === id,
          )
          return (
            request &&
            `Shared with the seller as the example for: ${request.name}`
          )
        }}
        empty={
          mayAdd
            ? 'None yet. Add your work papers, such as a pricing sheet, condo review or notes.'
            : 'No documents.'
        }
      >
        <Group component="p" gap={6} wrap="nowrap" fz="xs" c="dimmed">
          <IconLock size={14} aria-hidden />
          Only the buyer's staff can see these, except examples shared with the
          seller.
        </Group>
        {mayAdd && (
          <UploadArea
            id={slv.id}
            target="UNDERWRITER"
            label="Add underwriter documents"
          />
        )}
      </Files>
      <EarlierRounds slv={slv} showsLoanDock />
    </>
  )
}

/** The documents in a seller's request form: the requested ones, then all. */
export const RequestDocuments = ({ slv }: { slv: SlvDetail }) => {
  const { role } = useProfile()
  const { data: current = slv } = useQuery({
    ...slvQuery(slv.id),
    enabled: false,
  })
  if (role !== 'SELLER') return null
  return slv.resubmitCount < current.resubmitCount ? (
    <EndedRoundDocuments slv={slv} />
  ) : (
    <SellerDocuments slv={slv} />
  )
}

/**
 * Sellers can add files before the decision, and delete files while they may
 * edit the request.
 */
const SellerDocuments = ({
  slv,
  hasRequests = slv.pendingDocuments.length > 0,
}: {
  slv: SlvDetail
  hasRequests?: boolean
}) => {
  const mayAdd = useUploadKind(slv) === 'SELLER'
  const query = useDocuments(slv.id, false)
  return (
    <>
      {hasRequests && (
        <Part>
          <RequestedDocuments slv={slv} />
        </Part>
      )}
      <Part title={hasRequests ? 'All documents of the request' : undefined}>
        {mayAdd && (
          <UploadArea id={slv.id} target="SELLER" label="Add documents" />
        )}
        {query.data ? (
          <ListOrText
            slvId={slv.id}
            label="Documents"
            documents={query.data.documents}
            note={requestNote(slv)}
            empty={
              mayAdd
                ? 'None yet. Add documents that support the request, such as the loan application, appraisal or bank statements.'
                : 'No documents.'
            }
          />
        ) : (
          <DocumentsLoading query={query} />
        )}
        <EarlierRounds slv={slv} />
      </Part>
    </>
  )
}

/** The documents that the underwriter requested; for the seller, to send. */
export const DocumentRequests = ({ slv }: { slv: SlvDetail }) => (
  <RequestedDocuments slv={slv} />
)

/** All documents of a sent request, beside a list of the requested ones. */
export const SentDocuments = ({ slv }: { slv: SlvDetail }) => {
  const { role } = useProfile()
  return role === 'SELLER' ? (
    <SellerDocuments slv={slv} hasRequests={false} />
  ) : (
    <DocumentsPanel slv={slv} hasRequests={false} />
  )
}

/** The documents of an ended round, read-only. */
export const EndedRoundDocuments = ({ slv }: { slv: SlvDetail }) => {
  const documents = slv.documents.map(readOnly)
  const own = slv.underwriterDocuments?.map(readOnly) ?? []
  return (
    <>
      {slv.pendingDocuments.length > 0 && (
        <Part>
          <RequestedDocuments slv={{ ...slv, availableActions: [] }} />
        </Part>
      )}
      <Files
        title={own.length > 0 ? "Seller's documents" : 'Documents'}
        slvId={slv.id}
        documents={documents}
        note={requestNote(slv)}
        empty="This round had no documents."
      />
      {own.length > 0 && (
        <Files
          title="Underwriter documents"
          slvId={slv.id}
          documents={own}
          empty={null}
        />
      )}
    </>
  )
}

const readOnly = <D extends SlvDocument>(document: D): D => ({
  ...document,
  availableActions: [],
})

/** A part of the documents; with a title it is a region. */
const Part = ({
  title,
  children,
}: {
  title?: ReactNode
  children: ReactNode
}) => {
  const titleId = useId()
  if (!title) return <div className={classes.part}>{children}</div>
  return (
    <section className={classes.part} aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      {children}
    </section>
  )
}

type ListOrTextProps = DocumentListProps & { empty: ReactNode }

const ListOrText = ({ empty, ...list }: ListOrTextProps) =>
  list.documents.length > 0 ? (
    <DocumentList {...list} />
  ) : (
    <Text c="dimmed">{empty}</Text>
  )

type FilesProps = Omit<ListOrTextProps, 'label'> & {
  title: string
  children?: ReactNode
}

const Files = ({ title, children, ...list }: FilesProps) => (
  <Part
    title={
      <>
        {title} <Count>{list.documents.length}</Count>
      </>
    }
  >
    {children}
    <ListOrText label={title} {...list} />
  </Part>
)

const Count = ({ children }: { children: ReactNode }) => (
  <Text span inherit c="dimmed" fw={400}>
    {children}
  </Text>
)

/** Names the requested document that a seller's file answers. */
const requestNote =
  ({ pendingDocuments }: Pick<SlvDetail, 'pendingDocuments'>) =>
  ({ pendingDocumentId }: SlvDocument) => {
    const request = pendingDocuments.find(({ id }) => id === pendingDocumentId)
    return request && `For: ${request.name}`
  }

type EarlierProps = {
  slv: Pick<SlvDetail, 'id' | 'resubmitCount'>
  showsLoanDock?: boolean
}

/** The files of earlier rounds. Those of the last one are shown. */
const EarlierRounds = ({
  slv: { id, resubmitCount },
  showsLoanDock = false,
}: EarlierProps) => {
  const query = useQuery({
    ...allDocumentsQuery(id),
    enabled: resubmitCount > 0,
  })
  if (resubmitCount === 0) return null
  const all = query.data && [
    ...query.data.documents,
    ...(query.data.underwriterDocuments ?? []),
  ]
  const rounds = Array.from(
    { length: resubmitCount },
    (_, index) => resubmitCount - 1 - index,
  )
  return (
    <Part title="Earlier rounds">
      {rounds.map((round) => {
        const documents = all?.filter(
          (document) => document.resubmitCount === round,
        )
        return (
          <details key={round} open={round === resubmitCount - 1}>
            <Box
              component="summary"
              py="xs"
              fw={500}
              style={{ cursor: 'pointer' }}
            >
              Round {round + 1}
              {documents && (
                <Count>
                  {' '}
                  ·{' '}
                  {documents.length === 1
                    ? '1 file'
                    : `${documents.length} files`}
                </Count>
              )}
            </Box>
            {documents ? (
              <ListOrText
                slvId={id}
                label={`Documents of round ${round + 1}`}
                documents={documents}
                showsLoanDock={showsLoanDock}
                note={({ kind }) =>
                  showsLoanDock && kind === 'UNDERWRITER'
                    ? 'Underwriter document'
                    : undefined
                }
                empty="This round had no documents."
              />
            ) : (
              <DocumentsLoading query={query} />
            )}
          </details>
        )
      })}
    </Part>
  )
}
