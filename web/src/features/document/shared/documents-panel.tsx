import { Box, Group, Text } from '@mantine/core'
import type { SlvDocument } from '@portal/contract/document/model'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { AskedDocuments } from '../asked-documents.tsx'
import classes from '../document.module.css'
import { DocumentList, DocumentsLoading } from '../document-list.tsx'
import { allDocumentsQuery, useDocuments, useUploadKind } from '../queries.ts'
import { UploadArea } from '../upload-area.tsx'

/** All files of an SLV for the buyer's staff: requested, from the seller, their own, and those of earlier rounds. */
export const DocumentsPanel = ({ slv }: { slv: SlvDetail }) => {
  const query = useDocuments(slv.id, true)
  const mayAdd = useUploadKind(slv) === 'UNDERWRITER'
  if (!query.data) return <DocumentsLoading query={query} />
  const { documents, underwriterDocuments = [] } = query.data
  const list = { slvId: slv.id, showsLoanDock: true }
  return (
    <>
      {slv.pendingDocuments.length > 0 && (
        <DocumentsPart title="Requested documents">
          <AskedDocuments slv={slv} />
        </DocumentsPart>
      )}
      <DocumentsPart title="Seller's documents" count={documents.length}>
        {documents.length === 0 ? (
          <Text c="dimmed">
            The seller has not added any documents in this round.
            {slv.availableActions.includes('set-pending-documents') &&
              ' To request documents, use “Request documents”.'}
          </Text>
        ) : (
          <DocumentList {...list} label="Seller's documents" documents={documents} note={requestNote(slv)} />
        )}
      </DocumentsPart>
      <DocumentsPart title="Underwriter documents" count={underwriterDocuments.length}>
        <Group component="p" gap={6} wrap="nowrap" fz="xs" fw={500} c="light-dark(#6b4500, #ffd98a)">
          <IconLock size={14} aria-hidden />
          Only the buyer's staff can see these, except examples shared with the seller.
        </Group>
        {mayAdd && <UploadArea id={slv.id} target="UNDERWRITER" label="Add underwriter documents" />}
        {underwriterDocuments.length === 0 ? (
          <Text c="dimmed">
            {mayAdd
              ? 'None yet. Add your work papers, such as a pricing sheet, condo review or notes.'
              : 'No documents.'}
          </Text>
        ) : (
          <DocumentList
            {...list}
            label="Underwriter documents"
            documents={underwriterDocuments}
            note={({ id }) => {
              const request = slv.pendingDocuments.find(({ example }) => example?.id === id)
              return request && `Shared with the seller as the example for: ${request.name}`
            }}
          />
        )}
      </DocumentsPart>
      <EarlierRounds slv={slv} showsLoanDock />
    </>
  )
}

type PartProps = { title: string; count?: number; children: ReactNode }

/** A titled part of the documents. */
export const DocumentsPart = ({ title, count, children }: PartProps) => {
  const titleId = useId()
  return (
    <section className={classes.part} aria-labelledby={titleId}>
      <h3 id={titleId}>
        {title} {count !== undefined && <Count>{count}</Count>}
      </h3>
      {children}
    </section>
  )
}

const Count = ({ children }: { children: ReactNode }) => (
  <Text span inherit c="dimmed" fw={400}>
    {children}
  </Text>
)

/** Names the requested document that a seller's file answers. */
export const requestNote =
  ({ pendingDocuments }: Pick<SlvDetail, 'pendingDocuments'>) =>
  ({ pendingDocumentId }: SlvDocument) => {
    const request = pendingDocuments.find(({ id }) => id === pendingDocumentId)
    return request && `For: ${request.name}`
  }

type EarlierProps = { slv: Pick<SlvDetail, 'id' | 'resubmitCount'>; showsLoanDock?: boolean }

/** The files of earlier rounds, collapsed. They load when the first round is opened. */
export const EarlierRounds = ({ slv: { id, resubmitCount }, showsLoanDock = false }: EarlierProps) => {
  const [isOpened, setIsOpened] = useState(false)
  const query = useQuery({ ...allDocumentsQuery(id), enabled: isOpened })
  if (resubmitCount === 0) return null
  const all = query.data && [...query.data.documents, ...(query.data.underwriterDocuments ?? [])]
  const rounds = Array.from({ length: resubmitCount }, (_, index) => resubmitCount - 1 - index)
  return (
    <DocumentsPart title="Earlier rounds">
      {rounds.map((round) => {
        const documents = all?.filter((document) => document.resubmitCount === round)
        return (
          <details key={round} onToggle={({ currentTarget }) => currentTarget.open && setIsOpened(true)}>
            <Box component="summary" py="xs" fw={500} style={{ cursor: 'pointer' }}>
              Round {round + 1}
              {documents && <Count> · {documents.length === 1 ? '1 file' : `${documents.length} files`}</Count>}
            </Box>
            {!documents && <DocumentsLoading query={query} />}
            {documents?.length === 0 && <Text c="dimmed">This round had no documents.</Text>}
            {documents && documents.length > 0 && (
              <DocumentList
                slvId={id}
                label={`Documents of round ${round + 1}`}
                documents={documents}
                showsLoanDock={showsLoanDock}
                note={({ kind }) => (showsLoanDock && kind === 'UNDERWRITER' ? 'Underwriter document' : undefined)}
              />
            )}
          </details>
        )
      })}
    </DocumentsPart>
  )
}
